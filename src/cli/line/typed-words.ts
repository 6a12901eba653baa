import { isUtf8 } from "node:buffer";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { isSecretName } from "../../core/secrets/names.ts";
import { isKeyLike } from "../../core/secrets/text.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { knownFlags, tokenize } from "./flags.ts";

/** The character with which Node replaces bytes that are not UTF-8. */
const replacementCharacter = "\ufffd";

/** Throws a usage `Failure` for an argument that is not valid Unicode, because it would be sent as different text. */
export function refuseBrokenWords({ argv, argumentBytes }: Context): void {
  const mayBeBroken = (word: string) => !word.isWellFormed() || word.includes(replacementCharacter);
  if (!argv.some(mayBeBroken)) return;
  const bytes = argumentBytes?.();
  const at = argv.findIndex((word, index) => {
    if (!word.isWellFormed()) return true;
    const actual = bytes?.[index];
    return word.includes(replacementCharacter) && actual !== undefined && !isUtf8(actual);
  });
  if (at === -1) return;
  const option = /^--[\w-]+(?==)/.exec(argv[at] ?? "")?.[0];
  const previousWord = argv[at - 1] ?? "";
  const position = /^--?[a-z]/.test(previousWord)
    ? `argument ${at + 1} (after ${previousWord})`
    : `argument ${at + 1}`;
  throw new Failure(
    "usage",
    `${option ?? position} is not valid Unicode: it would be sent as different text`,
    {
      hint: "pass bytes in a file, as in --user-data @FILE; rename files whose names have another encoding",
    },
  );
}

/** Words in the form of an API key, values of secret names, and words after the address of `login`. */
export function typedSecrets(argv: readonly string[]): readonly string[] {
  const separator = argv.indexOf("--");
  const words = [
    ...[...tokenize(argv, { flags: knownFlags() })].flatMap((token) =>
      token.kind === "word" ? [token.word] : [],
    ),
    ...(separator === -1 ? [] : argv.slice(separator + 1)),
  ].filter((word) => !word.includes("="));
  const loginIndex = words.indexOf("login");
  const configNameIndex = words.findIndex(
    (word, index) => index > 1 && words[index - 1] === "set" && isSecretName(word),
  );
  const followingWords = [
    ...(loginIndex === -1 ? [] : words.slice(loginIndex + 3)),
    ...(configNameIndex === -1 ? [] : words.slice(configNameIndex + 1)),
  ];
  const valuesOfNames = argv.flatMap((word, index) => {
    const [, name = ""] = /^--([\w-]+)$/.exec(word) ?? [];
    const next = argv[index + 1] ?? "";
    const mayBeValue = !["", "show-secrets"].includes(name) && next !== "" && !next.startsWith("--");
    const isValue = mayBeValue && isSecretName(name);
    return [...valueOfPair(word), ...(isValue ? [next] : [])];
  });
  const keys = argv.flatMap((word) => word.split(/\s+/)).filter(isKeyLike);
  return [...new Set([...keys, ...followingWords, ...valuesOfNames])].filter(
    (text) => text !== "" && !/^(?:@[^@]|@?-$)/.test(text),
  );
}

/** The secret value in `name=value`, also within `--option=name=value`. */
function valueOfPair(word: string): readonly string[] {
  const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (name === "") return [];
  return isSecretName(name) ? [value] : valueOfPair(value);
}

/** Also finds the word without quotes, as in a suggested command line. */
function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (/^$|[\s'"=,]/.test(text.charAt(at - 1)) && /^$|[\s'"=,;?]/.test(text.charAt(at + word.length)))
      return true;
  return false;
}

export function withoutTypedSecrets(failure: Failure, argv: readonly string[], isLogin: boolean): Failure {
  const { details, kind } = failure;
  const secrets = typedSecrets(argv);
  let repeatsKey = false;
  const withoutSecrets = (text: string): string =>
    secrets.reduce((masked, secret) => {
      const isKey = isKeyLike(secret);
      const replacement = isKey ? "an API key" : "a secret";
      const replaced = masked
        .replaceAll(`argument '${secret}'`, `argument: ${replacement}`)
        .replaceAll(`command '${secret}'`, `command: ${replacement}`)
        .replaceAll(`'${secret}'`, replacement);
      repeatsKey ||= isKey && replaced !== masked;
      return replaced;
    }, text);
  const message = withoutSecrets(failure.message);
  const lines = details.lines?.map(withoutSecrets);
  const { hint: suggestion } = details;
  const repeatedSecret = secrets.find(
    (each) => containsWord(suggestion ?? "", each) || containsWord(suggestion ?? "", shellWord(each)),
  );
  repeatsKey ||= repeatedSecret !== undefined && isKeyLike(repeatedSecret);
  const keyAdvice = isLogin ? loginHint : keyHint;
  // Other users can see a key that is a separate argument, even if the message does not repeat it.
  const hasKeyAsWord = kind === "usage" && secrets.some((each) => isKeyLike(each) && argv.includes(each));
  const safeHint = repeatedSecret === undefined ? suggestion : undefined;
  const hint = repeatsKey
    ? keyAdvice
    : hasKeyAsWord
      ? [safeHint, revokeAdvice].filter(Boolean).join("; ")
      : safeHint;
  return failure.with({ hint, lines }, message);
}

const revokeAdvice =
  "revoke this key on the service: other users can see arguments, and the shell's history keeps them";
const keyHint = `${revokeAdvice}; give the new one in SVC_API_KEY, or with --api-key-file or --api-key-stdin`;
const loginHint = `${revokeAdvice}; enter the new one at the prompt, or give it with --api-key-file or --api-key-stdin`;
