import BookModel

extension NormalizationRule {
  /// Mappings and vocabulary come from the alias file.
  static let genres = NormalizationRule(
    "genres", "Genres and tags one by one, without repeats; well-known genres in their usual spelling.",
    [
      Example(
        .genres, .list(["action; SCIENCE FICTION", "Action", "Noir"]),
        .list(["Action", "Science Fiction", "Noir"])),
      Example(.tags, .list(["Paper | ink", "paper"]), .list(["Paper", "ink"])),
    ]
  ) { normalization in
    let aliases = normalization.aliases
    for field in [MetadataField.genres, .tags] {
      guard case .list(let items)? = normalization.value(field) else { continue }
      let words = items.flatMap { item in
        aliases.isName(item, in: field) ? [item] : item.separated(by: [";", "；", "|", "、"])
      }
      let spelled = words.map { word in
        field == .tags || aliases.isName(word, in: field) ? word : GenreNames.usual[word.caseFolded] ?? word
      }
      normalization.set(field, to: .list(spelled.withoutRepeatsOfAnyCase))
    }
  }
}

/// The usual spelling of genres that databases and shops give to comics and manga.
private enum GenreNames {
  static let usual = Dictionary(
    list.split(whereSeparator: { $0 == "," || $0.isNewline }).map { ($0.trimmed.caseFolded, $0.trimmed) },
    uniquingKeysWith: { first, _ in first })

  private static let list = """
    Action, Adult, Adventure, Alternate History, Animals, Anthology, Anthropomorphics, Art, Autobiography, Biography
    Boys' Love, Children's, Comedy, Comics & Graphic Novels, Coming of Age, Cooking, Crime, Cyberpunk, Dark Fantasy
    Detective, Doujinshi, Drama, Dystopian, Ecchi, Educational, Erotica, Espionage, Fairy Tale, Family, Fantasy, Food
    Funny Animals, Game, Gender Bender, Ghosts, Girls' Love, Gothic, Graphic Novels, Harem, Hentai, Heroic Fantasy
    Historical, Historical Fiction, History, Horror, Humor, Isekai, Josei, Kids, Magic, Magical Girl, Manga, Manhua
    Manhwa, Martial Arts, Mature, Mecha, Medical, Memoir, Military, Music, Mystery, Mythology, Non-Fiction, Nonfiction
    Occult, Paranormal, Parody, Philosophical, Police, Political, Post-Apocalyptic, Psychological, Reincarnation
    Religion, Romance, Romantic Comedy, Samurai, Satire, School, School Life, Sci-Fi, Science, Science Fiction, Seinen
    Shoujo, Shoujo Ai, Shounen, Shounen Ai, Slice of Life, Smut, Space Opera, Sports, Spy, Steampunk, Superhero
    Superheroes, Supernatural, Survival, Suspense, Sword & Sorcery, Teen, Thriller, Time Travel, Tragedy, Travel
    True Crime, Vampires, Video Games, War, Webtoon, Western, Yaoi, Young Adult, Yuri, Zombies
    """
}
