import type { ConfigItem } from "./config-items.ts";
import type { Kind } from "./kind.ts";
import type { NumberList } from "./number-lists.ts";
import type { OptionSpec } from "./option-spec.ts";
import type { StatusValue, WaiterName } from "./statuses.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * How a value is read and written: `boolean` is `true`/`false`, `switch` is `1`/`0`, `size` takes K, M, G, T, `base64`
 * is encoded bytes, `file` is a part with raw bytes, `list` repeats a part, and `map` sends each `name=value` as a
 * part.
 */
export type FieldType =
  | "string"
  | "integer"
  | "boolean"
  | "switch"
  | "size"
  | "base64"
  | "file"
  | "list"
  | "map";

export type ParameterLocation = "query" | "form" | "body";

/** One parameter of an operation, as documented. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Imperative or noun phrase, no full stop, about 60 characters. */
  readonly help: string;
  /** Default: the query of a GET or DELETE, the form of a POST or PUT. */
  readonly in?: ParameterLocation;
  readonly required?: true;
  /** Sent once per value, in order. A `list` is always repeatable. */
  readonly repeatable?: true;
  /** Of an `integer`: live services also take the object's name. */
  readonly alsoName?: true;
  /** Taken by number alone: svc finds the number of a name in this list. */
  readonly list?: NumberList;
  /** Documented with one value, but live services take several: sent as if repeatable. */
  readonly alsoRepeatable?: true;
  /** Each value selects its own rows, or is changed by itself: values may be split among several requests. */
  readonly namesRows?: true;
  /** Values may contain commas, so `a,b` is one value. Only for repeatable fields. */
  readonly holdsCommas?: true;
  /** Values are joined by this and sent as one. */
  readonly separator?: string;
  /** All documented values: others are refused unless `--no-check`. */
  readonly choices?: readonly string[];
  /** Some known values: completed, but others are accepted. */
  readonly suggestions?: readonly string[];
  /** The value to send for other spellings, as written by `plainWord`. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** Sent in lower case: live services accept nothing else. */
  readonly lowerCase?: true;
  /** What the service assumes; shown, never sent. */
  readonly default?: string;
  /** Inclusive. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  /** Shown in help as the value's name: `<source>:<user>`. */
  readonly form?: string;
  /** The option's name if the field's own is a global option: `--source-url` for `url`. */
  readonly flag?: string;
  /** Also sent under this name, which live services read. */
  readonly alsoSentAs?: string;
  /** A `base64` field that live services take only as a file part with the decoded bytes. */
  readonly asFile?: true;
  /** Taken by services but undocumented: not in `svc operations`. */
  readonly undocumented?: true;
  /** From the service's own description, whose types and "Required" are often wrong: misfits are sent, with a warning. */
  readonly described?: true;
  /** What to do when the service refuses it. */
  readonly remedy?: string;
  /** A quantity in MiB or bytes: other units may be typed (`64GB`, `64GiB`), and are sent as such. */
  readonly unit?: "MiB" | "bytes";
  /** The name in the request, where a path parameter already has that name. */
  readonly sentAs?: string;
  /** Of a flag: `true`, `false`, `1` and `0` may follow it, and are sent as the flag is. */
  readonly takesWord?: true;
  /** Typed without an option name, after the path's identifiers. */
  readonly positional?: true;
  /** May be typed without its option name, after the identifiers, in the order of the fields. */
  readonly alsoPositional?: true;
  /** Of a `map`: the prefix of each name on the wire (`power_parameters_`). */
  readonly prefix?: string;
  readonly adminOnly?: true;
  /** What to use instead. */
  readonly deprecated?: string;
  /** Sent unchanged with each update: the service refuses an update without it. */
  readonly keep?: true;
  /** Names nodes of this kind: host names are accepted and sent as system ids. */
  readonly kind?: IdentifierKind;
  readonly secret?: true;
  /** A multi-line document, sent to its last byte. Any other text is one line, without the file's final line end. */
  readonly document?: true;
  /** The content of a file, as user data and keys are: its name alone is a mistake. */
  readonly content?: true;
}

export type IdentifierKind = "machine" | "device" | "node";

export interface PathParameter {
  readonly name: string;
  readonly type: "string" | "integer";
  readonly help: string;
  readonly kind?: IdentifierKind;
  readonly alsoName?: true;
  /** Live services take the number alone: svc finds the number of a name in this list. */
  readonly list?: NumberList;
}

/**
 * A rule between fields, checked before anything is sent; `says` is its message. A field is given if typed with a value
 * in any form (`--x`, `--x-base64`, `--set x=`, an argument), including 0. An empty value and `--no-x` are not given.
 * Values are compared as they are sent: `true` and `false`, `1` and `0` for a switch.
 */
export type Rule =
  /** Broken if two or more of `fields` are given; if none is; if all are. */
  | {
      readonly kind: "exclusive" | "any" | "notAll";
      readonly fields: readonly string[];
      readonly message: string;
    }
  /** If `field` is given (and is one of `is`), one of `needs` must be given, unless all of `unless` is. */
  | {
      readonly kind: "needs";
      readonly field: string;
      readonly is?: readonly string[];
      readonly needs: readonly string[];
      readonly unless?: readonly string[];
      readonly message: string;
    }
  /** `fields` need `when` (or its default) to be one of `is`; unknown values of `when` are accepted. */
  | {
      readonly kind: "onlyWhen";
      readonly fields: readonly string[];
      readonly when: string;
      readonly is: readonly string[];
      readonly message: string;
    }
  /** `value` must fit the item named by `name`. Unknown items fit, and empty values unless `choices` lack them. */
  | {
      readonly kind: "configItem";
      readonly name: string;
      readonly value: string;
      readonly items: readonly ConfigItem[];
      readonly message: string;
    };

/** `text` may be a JSON scalar; any of them may be empty. */
export type ResultKind = "json" | "text" | "bson" | "none";

/** `path` is a dotted path into a row; an array on the way is joined with commas, `a.b/c` joins two values, `b|c` is the first. */
export interface Column {
  readonly header: string;
  readonly path: string;
  readonly as?: CellForm;
  readonly wide?: true;
  /** Shown by `--columns` alone. */
  readonly onRequest?: true;
  /** On a narrow terminal a `key` is never cut or dropped, a `text` is folded first, and a `minor` is dropped first. */
  readonly rank?: "key" | "text" | "minor";
  /** The narrowest width in terminal columns; dropped if it does not fit. */
  readonly min?: number;
  /** Typical width in terminal columns, for tables that are printed as rows arrive. */
  readonly width?: number;
}

/** How a cell is shown to people; json and yaml have the raw value. */
export type CellForm =
  | "status"
  | "power"
  | "bytes"
  | "mebibytes"
  | "megabytes"
  /** A fraction of 1. */
  | "percent"
  | "boolean"
  | "count"
  /** To the second. */
  | "time"
  /** A time; tables on a terminal show its age. */
  | "age"
  | "level"
  /** Success or failure: a boolean, or a word such as done and failed. */
  | "outcome"
  | "words"
  /** A system id; tables show the host name. */
  | "node"
  /** Of a script: 0 is passed, anything else failed. */
  | "exitStatus"
  /** Of a script: 0 commissioning, 1 installation, 2 testing, 3 release. */
  | "scriptType"
  | "space"
  /** Of a controller: how many of them run, and the names of those that do not. */
  | "services"
  /** The address of a subnet; tables show how much of it is in use, with a request for each. */
  | "subnetUse"
  /** The system id of a machine; tables show the address of its BMC, with a request for each 50. */
  | "bmcAddress"
  /** Of hardware: `Unknown` is empty. */
  | "hardware"
  /** A number: how an address was assigned. */
  | "addressType"
  /** Null for untagged traffic. */
  | "vid"
  /** The last part of a path. */
  | "pathEnd"
  /** Names; tables show the first few and count the rest. */
  | "names";

export type Permission =
  | "admin"
  /** The owner and administrators; anyone may deploy a free machine. */
  | "owner"
  /** Every user, for objects they own or may see. */
  | "anyone"
  | "anonymous";

export interface Effect {
  /** `{them}` becomes `it`, `them` or `3 of them`; `{release}` the release, in brackets. */
  readonly template: string;
  /** Only of machines in these statuses. */
  readonly statuses?: readonly StatusValue[];
  /** Only of virtual machines of a VM host. */
  readonly onlyVirtual?: true;
  /** Only if one of these fields is sent with this value. */
  readonly when?: Readonly<Record<string, string>>;
  /** Not if one of these fields is sent with this value. */
  readonly unless?: Readonly<Record<string, string>>;
  /** Only if this configuration item is on. */
  readonly configItem?: string;
  /** Only if this field is the token key that svc uses. */
  readonly currentKeyField?: string;
}

/** The headings of `svc machines --help`, in order. */
export const verbThemes = ["Life cycle", "Inspection", "Settings", "Network and storage"] as const;
export type VerbTheme = (typeof verbThemes)[number];

export interface Operation {
  readonly verb: string;
  readonly method: Method;
  /** Under `/api/2.0`; a path that begins with `/api/` is relative to the base address. */
  readonly path: string;
  /** Imperative, no full stop, about 60 characters. */
  readonly summary: string;
  readonly theme?: VerbTheme;
  /** Facts for help and man page that svc cannot check, such as states. */
  readonly notes?: readonly string[];
  readonly parameters?: readonly PathParameter[];
  readonly fields?: readonly Field[];
  /** Options beyond its fields; `cli/commands/operations/operation-actions.ts` implements them. */
  readonly options?: readonly OptionSpec[];
  /** At several sites it is tried in order, until one succeeds. */
  readonly sites?: "first";
  /** Of a list: the member with the time of a row. Rows of several sites are merged by it, the latest first. */
  readonly latestBy?: string;
  readonly rules?: readonly Rule[];
  /** As documented; any 2xx is accepted. */
  readonly success: number;
  readonly errors?: readonly number[];
  readonly result: ResultKind;
  /**
   * Identifies the changed object: without it the outcome is unknown. Omitted for lists and for nodes, which are
   * reread.
   */
  readonly answersWith?: string;
  /** The meaning of an empty body. */
  readonly emptyAnswer?: "object" | "list" | "named";
  /** Live services answer the stored bytes instead of JSON, labelled otherwise. */
  readonly mayAnswerContent?: true;
  /** Live services answer plain text instead of JSON, labelled otherwise. */
  readonly mayAnswerText?: true;
  readonly who: Permission;
  /** Known only from the service's own description. */
  readonly described?: true;
  /** Not in the documents: deployed services have it, and the catalogue too. */
  readonly source?: "deployed";
  /** Sent without the API key. */
  readonly unsigned?: true;
  /** Documented as reserved for administrators: `adminOnly` of `svc operations`. */
  readonly documentedAdminOnly?: true;
  /** What to use instead. */
  readonly deprecated?: true | string;
  readonly meanings?: Readonly<
    Partial<Record<number, { readonly kind?: "conflict"; readonly hint: string }>>
  >;
  /** Plain text is the answer as it is, also where it looks like JSON or a page, or is empty. */
  readonly answersAnyText?: true;
  /** The whole answer (true) or these members are secret: never traced, and masked unless `--show-secrets` is given. */
  readonly sensitive?: true | readonly string[];
  /** Confirmed before sending because it destroys, interrupts or replaces something. */
  readonly confirm?: "destroys" | "interrupts";
  /** Its action asks by itself in some cases. */
  readonly actionConfirms?: true;
  /** Confirm only in these statuses, or if one of these fields is true. */
  readonly confirmWhen?: { readonly statuses: readonly StatusValue[]; readonly fields?: readonly string[] };
  /** What the service does beyond the operation's name, for help, the question and the dry run. */
  readonly effects?: readonly Effect[];
  /** Machines in this power state need no request: it is sent to them with `--force` only. */
  readonly needlessState?: "on";
  readonly dryRunField?: string;
  /** The service changes locked machines without complaint, so svc refuses. */
  readonly ignoresLock?: true;
  /** The verb that shows the outcome of this change, if reading its path does not. */
  readonly resultVerb?: string;
  /** A field that live services refuse together with another: an update with it follows separately. */
  readonly sentAlone?: { readonly field: string; readonly with: string; readonly is: "false" };
  /** The machine statuses it is for: completion offers those first. The service decides. */
  readonly allowedStatuses?: readonly StatusValue[];
  readonly waiter?: WaiterName;
  /** The operation that svc sends next, to the object in the answer, if the option is typed. */
  readonly followUp?: { readonly option: "deploy"; readonly operation: Operation };
  readonly answersNode?: true;
  readonly columns?: readonly Column[];
  /** Dotted path of what `-o name` prints. Default: the group's. */
  readonly identity?: string;
  /** Dotted path of the rows in the answer, such as `events`. */
  readonly rows?: string;
  /** Minimum time-out in milliseconds for slow answers. */
  readonly timeoutMs?: number;
  /** The fields that most lines set, in the order of help; after the required ones. */
  readonly commonFields?: readonly string[];
  /** Values for the generated example; other required ones are made from their type. */
  readonly example?: Readonly<Record<string, string>>;
  readonly exampleInput?: string;
  /** Makes what the example needs. */
  readonly examplePreparation?: string;
}

export interface Group {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Dotted path of what `-o name` prints, which other commands accept. */
  readonly identity: string;
  readonly kind?: Kind;
  /** Further kinds that its operations keep, by name. */
  readonly parts?: Readonly<Record<string, Kind>>;
  readonly operations: Readonly<Record<string, Operation>>;
}
