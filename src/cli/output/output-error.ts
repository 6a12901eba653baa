/** Why the output cannot be written, in words: of `ENOSPC: no space left on device, write` the middle. */
export function outputErrorText({ message }: Error): string {
  return `cannot write the output: ${message.replace(/^E[A-Z0-9]+: /, "").replace(/, \w+$/, "")}`;
}
