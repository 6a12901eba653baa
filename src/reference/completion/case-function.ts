/** A function of bash or zsh that answers for its first argument. */
export const caseFunction = (
  name: string,
  cases: readonly (readonly [pattern: string, body: string])[],
): string =>
  [
    `${name}() {`,
    "  case $1 in",
    ...cases.map(([pattern, body]) => `    ${pattern}) ${body} ;;`),
    "  esac",
    "}",
  ].join("\n");
