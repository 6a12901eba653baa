import { formsOf, maskKnown } from "./spelling.ts";
import { maskByForm } from "./text.ts";

/** The secrets that a run has been given, so that no text can repeat them, whoever wrote it. */
export interface KnownSecrets {
  add(secret: string): void;
  /** The text without them. */
  mask(text: string): string;
  /** The text without them, and without what is a secret by its form. */
  redact(text: string): string;
}

/** A shorter secret is a part of ordinary words; what is longer than this is known by its lines. */
const minLength = 6;
const maxLength = 4096;
/** Lines of a secret document that are known, each as long as ordinary text seldom is. */
const maxLines = 200;
const minLineLength = 16;

export function rememberSecrets(): KnownSecrets {
  const forms = new Set<string>();
  const addOne = (secret: string) => {
    if (secret.length < minLength || secret.length > maxLength) return;
    for (const form of formsOf(secret)) forms.add(form);
  };
  return {
    add(secret) {
      addOne(secret.trim());
      const lines = secret.slice(0, maxLines * maxLength).split(/\r?\n/, maxLines);
      if (lines.length > 1)
        for (const line of lines) if (line.trim().length >= minLineLength) addOne(line.trim());
    },
    mask: (text) => maskKnown(text, forms),
    redact: (text) => maskByForm(maskKnown(text, forms)),
  };
}
