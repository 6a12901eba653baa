import { type FieldErrors, makeFieldErrors, requiredMessage } from "../state/domain-error.ts";
import { parseAddress } from "../values/blocks.ts";
import { parseBoolean } from "../values/booleans.ts";
import { parseMac } from "../values/mac.ts";
import type { Parameters } from "./call.ts";

/** A form being read: every wrong field is collected, and all of them are refused together. */
export interface FormReader extends FieldErrors {
  /** Whether the field was sent, even empty. */
  has(name: string): boolean;
  /** The value without surrounding space; undefined where the field was not sent. */
  text(name: string): string | undefined;
  /** As `text`, and refused where absent or empty. */
  required(name: string): string;
  integer(name: string, minimum: number, maximum: number): number | undefined;
  requiredInteger(name: string, minimum: number, maximum: number): number;
  boolean(name: string): boolean | undefined;
  /** An address in its canonical spelling; undefined where absent, empty or wrong. */
  address(name: string): string | undefined;
  mac(name: string): string | undefined;
}

/** Reads a form or a query; messages are those of deployed services (field notes, "Answers"). */
export function readForm(parameters: Parameters): FormReader {
  const { fail, check } = makeFieldErrors();
  const text = (name: string) => parameters.get(name)?.trim();
  const required = (name: string) => {
    const value = text(name);
    if (value === undefined || value === "") fail(name, requiredMessage);
    return value ?? "";
  };
  const integer = (name: string, minimum: number, maximum: number) => {
    const value = text(name);
    if (value === undefined || value === "") return undefined;
    const number = /^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined;
    if (number === undefined) fail(name, "Enter a whole number.");
    else if (number < minimum) fail(name, `Ensure this value is greater than or equal to ${minimum}.`);
    else if (number > maximum) fail(name, `Ensure this value is less than or equal to ${maximum}.`);
    return number;
  };
  return {
    has: (name) => parameters.has(name),
    text,
    required,
    integer,
    requiredInteger(name, minimum, maximum) {
      return required(name) === "" ? minimum : (integer(name, minimum, maximum) ?? minimum);
    },
    boolean(name) {
      const value = text(name);
      if (value === undefined || value === "") return undefined;
      const truth = parseBoolean(value);
      if (truth === undefined) fail(name, `'${value}' is not a boolean: use true or false.`);
      return truth;
    },
    address(name) {
      const value = text(name);
      if (value === undefined || value === "") return undefined;
      const address = parseAddress(value);
      if (address === undefined) fail(name, "Enter a valid IPv4 or IPv6 address.");
      return address?.text;
    },
    mac(name) {
      const value = text(name);
      if (value === undefined || value === "") return undefined;
      const mac = parseMac(value);
      if (mac === undefined) fail(name, `'${value}' is not a valid MAC address.`);
      return mac;
    },
    fail,
    check,
  };
}
