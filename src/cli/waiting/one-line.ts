import { escapeText } from "../output/escape.ts";

/** Text of the service as one line without control characters. */
export const oneLine = (text: string): string => escapeText(text.replace(/\s+/g, " ").trim());
