/** The options of the command line that failures speak of, by the names that the library has for them. */
const named: Readonly<Record<string, string>> = {
  "--api-key-stdin, --api-key-file": "key",
  "--ca-cert FILE": "ca",
  "--config-dir": "configDir",
  "--debug": "onDebug",
  "--profile": "profile",
  "--retries": "retries",
  "--signature": "signature",
  "--timeout": "timeoutMs",
  "--url": "url",
};

const anyOption = new RegExp(`(?:${Object.keys(named).join("|")})(?![a-z-])`, "g");

/** A text about the options of the command line as the library speaks of them. */
export const inLibraryWords = (text: string): string =>
  text.replace(anyOption, (option) => named[option] ?? option);
