/** Texts that YAML would parse as another type, or that must be escaped. */
export const awkwardTexts: readonly string[] = [
  ...["yes", "no", "on", "off", "y", "n", "true", "True", "null", "Null", "~", "NaN", ".inf", "-.INF"],
  ...[".nan", "=", "<<", "-", "--", "---", "..."],
  ...["0123", "0o17", "0x1F", "1e3", "1.5e+3", "+1", "-1", ".5", "1_000", "1:30", "52:54:00:10:00:07"],
  ...["2026-01-01", "2026-01-01T00:00:00Z", "12345678901234567890"],
  ...[" leading", "trailing ", " ", "  ", "\t", "\ttab", "a\tb", "tab\t", "a: b", "a:", ":a", "a #b", "#a"],
  ...["- a", "-a", "? a", "[a]", "{a}", "a, b", "]", "}", ","],
  ...["!a", "!env X", "!file x", "&a", "*a", "@a", "`a", "%a", "|", ">", "|-", '"', "'", '"a"', "'a'"],
  ...["it's", 'say "x"', "a\\b", "\\n", "$A", "!!binary AP8="],
  ...["a\nb", "a\nb\n", "a\n\n", "\na", "\n", "\n\n", " a\n b", "  a\nb", "\ta\nb", "a\n b\n\tc", "a \nb"],
  ...["a\n \nb", "a\r\nb", "a\rb", "\r", "#a\n#b", "---\na", "...\n", "- a\n- b\n", "a: b\nc: d\n"],
  ...["\0", "\x07", "\x1b[31m", "\x7f", "\x85", "\xa0", "\u2028", "\u2029", "\ufeff", "a\ufeffb", "\ufffe"],
  ...["\u202e", "\u200b", "constructor", "é", "日本語", "\u{1f600}", "\u{10ffff}"],
  ...["a".repeat(1200), `${"word ".repeat(300)}end`, `${"x".repeat(200)}\n${"y".repeat(200)}`, "__proto__"],
];
