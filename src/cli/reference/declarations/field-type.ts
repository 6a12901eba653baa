import { isRepeatable } from "../../../catalogue/commands/command-signature.ts";
import type { Field } from "../../../catalogue/operation.ts";

export function fieldType(field: Field): string {
  const type = valueType(field);
  if (field.type === "list") return `readonly ${inArray(type)}[]`;
  return isRepeatable(field) && field.type !== "map" ? `${type} | readonly ${inArray(type)}[]` : type;
}

function valueType(field: Field): string {
  switch (field.type) {
    case "boolean":
    case "switch":
      return "boolean";
    case "integer":
      return field.alsoName === true ? "number | string" : "number";
    case "size":
      return "number | string";
    case "base64":
    case "file":
      return "Data";
    case "map":
      return "Readonly<Record<string, string | number | boolean>>";
    case "list":
      return "string | number";
    case "string":
      return textType(field);
  }
}

function textType({ choices, suggestions }: Field): string {
  if (choices !== undefined) return choices.map(literal).join(" | ");
  if (suggestions !== undefined) {
    const truth = suggestions.includes("true") ? ["boolean"] : [];
    return [...truth, ...suggestions.map(literal), "(string & {})"].join(" | ");
  }
  return "string";
}

const literal = (text: string): string => JSON.stringify(text);

const inArray = (type: string): string => (/[ |&]/.test(type) ? `(${type})` : type);
