# A formula for Homebrew. `make release URL=https://…` fills in the address and the checksum, and writes it into build/release.
class Clustersnap < Formula
  desc "Draw points on a map, nearby points as one bubble with their count"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "cairo"
  depends_on "freetype"
  depends_on "jpeg-turbo"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on macos: :sequoia
  depends_on "pango"
  depends_on "sqlite"
  depends_on "webp"
  depends_on "zstd"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "clustersnap"
    system "Packaging/install.sh", ".build/release/clustersnap", prefix
  end

  def caveats
    "Text is set in Noto Sans, and in DejaVu Sans what that lacks: brew install --cask font-noto-sans font-dejavu"
  end

  test do
    (testpath/"points.csv").write("lon,lat\n13.4,52.5\n13.41,52.51\n")
    system bin/"clustersnap", "clusters", "points.csv", "-o", "clusters.csv"
    assert_match "cluster", (testpath/"clusters.csv").read
  end
end
