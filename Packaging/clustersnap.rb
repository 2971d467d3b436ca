# A formula for Homebrew. Whoever publishes a release fills in homepage, url, sha256 and head; the addresses below lead nowhere. Until then
# `brew install --build-from-source` needs a url of your own, such as "file:///path/clustersnap-0.1.0.tar.gz".
class Clustersnap < Formula
  desc "Draw points on a map, nearby points as one bubble with their count"
  homepage "https://example.org/clustersnap"
  url "https://example.org/clustersnap/clustersnap-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"
  head "https://example.org/clustersnap.git", branch: "main"

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
    "Text is set in DejaVu Sans: brew install --cask font-dejavu"
  end

  test do
    (testpath/"points.csv").write("lon,lat\n13.4,52.5\n13.41,52.51\n")
    system bin/"clustersnap", "clusters", "points.csv", "-o", "clusters.csv"
    assert_match "cluster", (testpath/"clusters.csv").read
  end
end
