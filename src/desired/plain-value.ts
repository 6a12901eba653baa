import type { Field } from "../catalogue/operation.ts";
import type { FieldValue, Scalar } from "./item.ts";

/** What an item gives a field, without where it was written; a variable that is not set gives undefined. */
export type PlainValue =
  | { readonly form: "text"; readonly text: string | undefined }
  | { readonly form: "bytes"; readonly bytes: Buffer | undefined }
  | { readonly form: "list"; readonly texts: readonly string[] | undefined }
  | { readonly form: "map"; readonly texts: ReadonlyMap<string, string | undefined> };

/** The value of an item by the type of its field. */
export function plainValue(field: Field, value: FieldValue): PlainValue {
  if (value.form === "map")
    return {
      form: "map",
      texts: new Map([...value.values].map(([key, each]) => [key, textOf(field, each)])),
    };
  if (isListField(field)) {
    const texts = (value.form === "list" ? value.values : [value]).map((each) => textOf(field, each));
    const isWhole = texts.every((text): text is string => text !== undefined);
    return { form: "list", texts: isWhole ? texts.filter((text) => text !== "") : undefined };
  }
  if (value.form === "list") {
    const texts = value.values.map((each) => textOf(field, each));
    return { form: "text", text: texts.includes(undefined) ? undefined : texts.join(",") };
  }
  if (field.type === "file" || field.type === "base64") return { form: "bytes", bytes: bytesOf(value) };
  return { form: "text", text: textOf(field, value) };
}

/** True for a field with several values. */
export const isListField = (field: Field): boolean => field.type === "list" || field.repeatable === true;

function bytesOf(value: Scalar): Buffer | undefined {
  if (value.form === "file") return value.bytes;
  return value.text === undefined ? undefined : Buffer.from(value.text, "utf8");
}

/** A file's text is one line, without the line end that files end with, where the field is not a document. */
function textOf(field: Field, value: Scalar): string | undefined {
  if (value.form !== "file") return value.text;
  const text = value.bytes.toString("utf8");
  return field.document ? text : text.replace(/\r?\n$/, "");
}
