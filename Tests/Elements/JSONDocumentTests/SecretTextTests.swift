import JSONDocument
import TestSupport
import Testing

@Suite struct `A text without secrets` {
  @Test(arguments: [
    ("mysql://ann:hidden@db/city", "mysql://db/city"),
    ("postgresql+psycopg2://ann:hid@den/9#a@db/x: error: no", "postgresql+psycopg2://db/x: error: no"),
    ("no file \"https://ann:hid/den@db/x.ttf\"", "no file \"https://db/x.ttf\""),
    ("-o: mysql://ann:hid den@db/x.png", "-o: mysql://db/x.png"),
    ("host=db password=hidden dbname=x", "host=db password=… dbname=x"),
    ("host=db Password = 'hid den' dbname=x", "host=db Password =… dbname=x"),
    ("https://db/x?api_key=hidden&a=b then x", "https://db/x then x"),
    (
      "no tiles at http://h/{z}/{x}/{y}.png?sig=hidden: error: no",
      "no tiles at http://h/{z}/{x}/{y}.png: error: no"
    ),
    ("see \"http://h/a?b=hid den#c\", or not", "see \"http://h/a\", or not"),
    ("http://h/a?from=http://ann:hidden@i/b", "http://h/a"),
    ("pmtiles://http://h/a.pmtiles?k=hidden", "pmtiles://http://h/a.pmtiles"),
    ("jdbc:mysql://db/x?user=ann&PWD=hidden", "jdbc:mysql://db/x"),
    ("pmtiles://https://ann:hidden@db/x", "pmtiles://https://db/x"),
    ("\"http:/h/{z}.png?sig=hidden&a=hidden\" is no file", "\"http:/h/{z}.png?…\" is no file"),
    ("//h/a.png?sig=hidden: error: no", "//h/a.png?…: error: no"),
    ("//h/a.png?hidden: error: no", "//h/a.png?…: error: no"),
    ("\"http:/h/{z}.png?hidden\" is no file", "\"http:/h/{z}.png?…\" is no file"),
    ("no tiles at h.test?hid/den%20, but", "no tiles at h.test?…, but"),
    ("\"//h/a?hid den\" is no file", "\"//h/a?…\" is no file"),
    ("tiles/{z}.png?sig=hidden", "tiles/{z}.png?…"),
  ])
  func `shows no password, whatever the scheme is`(text: String, shown: String) {
    expect(withoutSecrets(text), equals: shown)
  }

  @Test(arguments: [
    "https://db:8080/{z}/{x}/{y}@2x.png", "a key=b, and c@d.e", "layers[0].filter: expected ==, found =",
    "postgresql://db/x|layername=t", "https://[::1]/a@b", "mail ann@db.test, or see https://db.test/a",
    "are they swapped? x = 3", "a & b = 3", "name == \"a?\"",
    "did you mean a.csv?; see a/b.", "is it so? a/b (or a.b?)",
  ])
  func `leaves what is none`(text: String) {
    expect(withoutSecrets(text), equals: text)
  }
}
