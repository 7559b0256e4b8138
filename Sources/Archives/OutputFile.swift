import BookModel

// placeholder: written with the output transaction
public final class OutputFile: Sendable {}
public final class OutputFolder: Sendable {}
