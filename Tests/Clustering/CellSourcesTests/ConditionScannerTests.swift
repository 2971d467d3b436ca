import CellSources
import TestSupport
import Testing

@Suite struct `Conditions of statements` {
  @Test(
    arguments: [
      (.postgresql, "a = 1;", "semicolon"), (.sqlite, "a = 1) OR (1 = 1", "closes a parenthesis"),
      (.duckdb, "(a = 1", "parenthesis open"), (.duckdb, "a = 'it''s", "a quote"),
      (.sqlite, "a = 1 /* b", "a comment"), (.spark, "a = 1 /* b /* c */", "a comment"),
      (.sqlite, #"a = '\')"#, "closes"), (.bigquery, "a = 'b' # c\n)", "closes"),
      (.bigquery, "a = \"\"\"b\" c", "a quote"), (.postgresql, "a = $b$ c $d$", "a quote"),
      (.spark, #"a = r'b\' ; c"#, "semicolon"), (.postgresql, #"a = 'b\' ; c"#, "semicolon"),
    ] as [(SQLDialect, String, String)])
  func `neither end the statement nor take its end along`(
    dialect: SQLDialect, condition: String, words: String
  ) {
    let fault = dialect.fault(inCondition: condition)
    expect(fault?.contains(words), equals: true, "\(String(describing: fault))")
  }

  @Test(
    arguments: [
      (.postgresql, "a IN ('x;)', \"b;(\") AND c = '' -- ; ("), (.postgresql, #"a = E'it\'s; (' AND b = 1"#),
      (.postgresql, "a = $$;($$ OR b = $t$)$;$t$ /* ; /* ( */ ) */"), (.sqlite, "[a;(] = 1 AND `b)` = ''';'"),
      (.bigquery, #"a = '\';(' # ; ("#), (.bigquery, "a = '''it's; ('''"), (.spark, #"`a;``(` = "\";(""#),
      (.snowflake, "a = 1 // ; ("), (.clickhouse, "a # 1 ; (\n = 1"), (.duckdb, "a -- ;\n = $1 - 1"),
      (.sqlite, "a /* /* ; ( */ = 1"), (.postgresql, "a # 1 = (2)"),
    ] as [(SQLDialect, String)])
  func `may hold anything in texts, names and comments`(dialect: SQLDialect, condition: String) {
    expect(dialect.fault(inCondition: condition), equals: nil)
  }
}
