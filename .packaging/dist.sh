#!/bin/sh
# Makes what people install, in .build/dist: a tarball and a Debian package, with the Swift runtime linked in. The C
# libraries stay the system's, where their security updates come from; the package names them.
#
# The same sources, toolchain and SOURCE_DATE_EPOCH give the same bytes.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
build=.build/static
out=.build/dist
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

"$swift" build -c release --static-swift-stdlib --product leporello --scratch-path "$build"
program=$build/release/leporello
version=$("$program" --version | cut -d' ' -f2)
machine=$(uname -m)
name=leporello-$version-linux-$machine
tree=$out/$name
rm -rf "$out" && mkdir -p "$tree/bin" "$tree/share/man/man1" "$tree/share/doc/leporello" \
  "$tree/share/leporello" "$tree/share/bash-completion/completions" "$tree/share/zsh/vendor-completions" \
  "$tree/share/fish/vendor_completions.d"

strip -o "$tree/bin/leporello" "$program"
"$program" man | gzip -9n > "$tree/share/man/man1/leporello.1.gz"
for command in $("$program" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
  "$program" man "$command" | gzip -9n > "$tree/share/man/man1/leporello-$command.1.gz"
done
"$program" completions bash > "$tree/share/bash-completion/completions/leporello"
"$program" completions zsh > "$tree/share/zsh/vendor-completions/_leporello"
"$program" completions fish > "$tree/share/fish/vendor_completions.d/leporello.fish"
"$program" schema > "$tree/share/leporello/pipeline.schema.json"
cp -R pipelines "$tree/share/leporello/"
# Their tests read the repository's fixtures.
rm "$tree"/share/leporello/pipelines/*.tests.yaml
cp README.md "$tree/share/doc/leporello/"
cp LICENSE "$tree/share/doc/leporello/copyright"
chmod -R u=rwX,go=rX "$tree"

# Everything in a package has one time, so that it is the same wherever it is made.
find "$tree" -exec touch -h -d "@$epoch" {} +
tar --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner -C "$out" -cf - "$name" \
  | gzip -9n > "$out/$name.tar.gz"

# dpkg-shlibdeps reads the libraries' names and least versions from the program; it wants to see a source package.
debian=$out/debian
mkdir -p "$debian/tree/DEBIAN" "$debian/debian"
cp -R -p "$tree" "$debian/tree/usr"
printf 'Source: leporello\n\nPackage: leporello\nArchitecture: any\n' > "$debian/debian/control"
depends=$(cd "$debian" && dpkg-shlibdeps -O tree/usr/bin/leporello 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
# Opened at the first picture of their formats, so that the program does not name them.
for library in libavif libjxl; do
  owner=$(dpkg-query -S "/usr/lib/*/$library.so.*" 2>/dev/null | head -1 | cut -d: -f1)
  [ -z "$owner" ] || depends="$depends, $owner"
done
architecture=$(dpkg --print-architecture)
cat > "$debian/tree/DEBIAN/control" <<CONTROL
Package: leporello
Version: $version
Architecture: $architecture
Maintainer: Leporello's developers <maintainers@users.noreply.leporello.example>
Installed-Size: $(du -sk "$debian/tree/usr" | cut -f1)
Depends: $depends
Recommends: fonts-noto-core, hyphen-en-us
Suggests: fonts-noto-cjk, fonts-noto-color-emoji
Section: graphics
Priority: optional
Description: conversion pipeline for comics, manga and e-books
 Turns EPUBs, comic archives and folders of pictures into tagged comic archives:
 pages that nothing changes stay byte for byte what they were, metadata is
 normalized, spreads are joined or split, and pages are fitted to devices.
CONTROL
find "$debian/tree" -exec touch -h -d "@$epoch" {} +
SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zxz --build "$debian/tree" \
  "$out/leporello_${version}_${architecture}.deb" > /dev/null
rm -rf "$debian"
(cd "$out" && sha256sum -- *.tar.gz *.deb > SHA256SUMS && cat SHA256SUMS)
