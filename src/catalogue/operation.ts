import type { LookupList } from "./number-lists.ts";
import type { OptionSpec } from "./option-spec.ts";
import type { StatusValue, WaiterName } from "./statuses.ts";

export const methods = ["GET", "POST", "PUT", "DELETE"] as const;
export type Method = (typeof methods)[number];

/**
 * How a value is sent: `boolean` as `true` or `false`, `switch` as `1` or `0`, `size` with K, M, G or T, `base64`
 * as encoded bytes, `file` as a part with raw bytes, `list` as one part for each value, and `map` as one part for
 * each `name=value`.
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

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly help: string;
  /** By default the query of a GET or DELETE, and the form of a POST or PUT. */
  readonly in?: ParameterLocation;
  readonly required?: true;
  /** Sent as one part for each value, in order. A `list` is always repeatable. */
  readonly repeatable?: true;
  /** An `integer` for which live services also accept the object's name. */
  readonly alsoName?: true;
  /** Services accept only the number of an object; svc finds the number of a name in this list. */
  readonly list?: LookupList;
  /** Documented with one value, but live services accept several, sent like those of a repeatable field. */
  readonly alsoRepeatable?: true;
  /** Each value selects other rows or objects, so the values may be split among several requests. */
  readonly isSplittable?: true;
  /** Values may contain commas, so `a,b` is one value of a repeatable field. */
  readonly holdsCommas?: true;
  readonly separator?: string;
  /** All documented values. Others are refused without `--no-check`. */
  readonly choices?: readonly string[];
  /** Known values that completion offers. Others are accepted too. */
  readonly suggestions?: readonly string[];
  /** The value to send for each other spelling; spellings are as `plainWord` returns them. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** Sent in lower case, because live services accept nothing else. */
  readonly lowerCase?: true;
  /** The service's default. Help shows it, but svc does not send it. */
  readonly default?: string;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  /** The word for the value in help: `<source>:<user>`. */
  readonly form?: string;
  /** The option's name if a global option has the field's name: `--source-url` for `url`. */
  readonly flag?: string;
  /** The field is also sent under this name, which live services read. */
  readonly alsoSentAs?: string;
  /** Live services accept this `base64` field only as a file part with the decoded bytes. */
  readonly asFile?: true;
  /** Services accept the field, but neither the API documentation nor `svc operations` list it. */
  readonly undocumented?: true;
  /** From the service's own description, whose types may be wrong: svc only warns of invalid values. */
  readonly described?: true;
  readonly remedy?: string;
  /** A quantity in this unit. The user may type other units (`64GB`, `64GiB`), which svc converts. */
  readonly unit?: "MiB" | "bytes";
  /** The name in the request, if a path parameter already has it. */
  readonly sentAs?: string;
  /** The flag may be followed by `true`, `false`, `1` or `0`, and is sent accordingly. */
  readonly takesWord?: true;
  /** An argument without an option name, after the identifiers in the path. */
  readonly positional?: true;
  /** May also be an argument without its option name, after the identifiers, in the order of the fields. */
  readonly alsoPositional?: true;
  /** The beginning of each name of a `map` in the request (`power_parameters_`). */
  readonly prefix?: string;
  readonly adminOnly?: true;
  readonly deprecated?: string;
  /** The service refuses an update without this field, so its current value is sent with each update. */
  readonly requiredInUpdates?: true;
  /** The field takes nodes of this kind. svc accepts host names and sends system ids. */
  readonly kind?: IdentifierKind;
  /** The value is masked on a terminal and in `--debug`. */
  readonly secret?: true;
  /** Sent exactly as read. Without this, svc removes the final line end of a value that it reads from a file. */
  readonly verbatim?: true;
  /** The value is the content of a file, such as user data or a key. A file's name is probably a mistake for `@file`. */
  readonly content?: true;
}

export type IdentifierKind = "machine" | "device" | "node";

export interface PathParameter {
  readonly name: string;
  readonly type: "string" | "integer";
  readonly help: string;
  readonly kind?: IdentifierKind;
  readonly alsoName?: true;
  /** Live services accept only the number; svc finds the number of a name in this list. */
  readonly list?: LookupList;
}

/** Its `choices` include `""` if it can be cleared. */
export interface ConfigItem
  extends Pick<Field, "name" | "choices" | "default" | "min" | "max" | "form" | "secret"> {
  readonly meaning: string;
  readonly type: "boolean" | "integer" | "string";
  readonly unit?: string;
  readonly ifEmpty?: string;
}

/**
 * A rule between fields, checked before a request is sent; `message` is the error if it is broken. A field is set
 * if the user typed a value in any form (`--x`, `--x-base64`, `--set x=`, an argument), even 0, but not by an empty
 * value or `--no-x`. Values are compared as they are sent: `true` or `false`, for a switch `1` or `0`.
 */
export type Rule =
  /** `exclusive`: at most one of `fields` is set; `any`: at least one is; `notAll`: not all are. */
  | {
      readonly kind: "exclusive" | "any" | "notAll";
      readonly fields: readonly string[];
      readonly message: string;
    }
  /** If `field` is set (to one of `is`, if present), one of `needs` must be set too, unless all of `unless` are. */
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
  /** `value` must be valid for the item `name`. An unknown item takes any value. "" is valid unless `choices` lacks it. */
  | {
      readonly kind: "configItem";
      readonly name: string;
      readonly value: string;
      readonly items: readonly ConfigItem[];
      readonly message: string;
    };

/** `text` may arrive as a JSON scalar. An answer of any kind may be empty. */
export type ResultKind = "json" | "text" | "bson" | "none";

/** `path` is a dotted path into a row: arrays are joined by commas, `a.b/c` shows both, `b|c` the first that is set. */
export interface Column {
  readonly header: string;
  readonly path: string;
  readonly as?: CellForm | undefined;
  readonly wide?: true;
  /** Only `--columns` shows it. */
  readonly onRequest?: true;
  /** On a narrow terminal, `minor` columns are dropped first and `text` is folded; a `key` is never cut or dropped. */
  readonly rank?: "key" | "text" | "minor";
  /** The minimum width in terminal columns; a column that does not fit is dropped. */
  readonly min?: number;
  /** The typical width in terminal columns, for tables that are printed while rows arrive. */
  readonly width?: number;
}

/** How a table shows a value. JSON and YAML contain the original value. */
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
  /** A time, shown to the second. */
  | "time"
  /** A time; tables on a terminal show its age. */
  | "age"
  | "level"
  /** Success or failure: a boolean, or a word such as done or failed. */
  | "outcome"
  | "words"
  /** A system id; tables show the host name. */
  | "node"
  /** The exit status of a script; tables show 0 as passed and anything else as failed. */
  | "exitStatus"
  /** The type of a script: 0 commissioning, 1 installation, 2 testing, 3 release. */
  | "scriptType"
  | "space"
  /** The services of a controller; tables show how many run, and the names of the others. */
  | "services"
  /** The address of a subnet; tables show how much of it is in use, with one request for each subnet. */
  | "subnetUse"
  /** The system id of a machine; tables show the address of its BMC, with one request for every 50 machines. */
  | "bmcAddress"
  /** Text about hardware; tables show nothing for `Unknown`. */
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
  /** Every user, for objects that they own or can see. */
  | "anyone"
  | "anonymous";

export interface Effect {
  /** `{them}` becomes `it`, `them` or `3 of them`; `{release}` becomes the operating system release in brackets. */
  readonly template: string;
  readonly statuses?: readonly StatusValue[];
  readonly onlyVirtual?: true;
  /** Applies if one of these fields is sent with this value. */
  readonly when?: Readonly<Record<string, string>>;
  /** Does not apply if one of these fields is sent with this value. */
  readonly unless?: Readonly<Record<string, string>>;
  readonly configItem?: string;
  /** Applies if the value of this field is the token key that svc uses. */
  readonly currentKeyField?: string;
}

/** The headings of `svc machines --help`, in their order. */
export const verbThemes = ["Life cycle", "Inspection", "Settings", "Network and storage"] as const;
export type VerbTheme = (typeof verbThemes)[number];

export interface Operation {
  readonly verb: string;
  readonly method: Method;
  /** The path under `/api/2.0`, or under the base address if it begins with `/api/`. */
  readonly path: string;
  readonly summary: string;
  readonly theme?: VerbTheme;
  /** Facts for help and man page that svc cannot check, such as required statuses. */
  readonly notes?: readonly string[];
  readonly parameters?: readonly PathParameter[];
  readonly fields?: readonly Field[];
  /** Options other than fields. `cli/commands/operations/operation-actions.ts` implements them. */
  readonly options?: readonly OptionSpec[];
  /** If there are several sites, they are tried in order until one succeeds. */
  readonly sites?: "first";
  /** The member with the time of a row. Rows of several sites are merged by it, the latest one first. */
  readonly timeMember?: string;
  readonly rules?: readonly Rule[];
  /** The documented status; svc accepts any 2xx. */
  readonly success: number;
  /** A 503 means that an address or another resource has run out, not that the service is busy. */
  readonly answers503?: true;
  readonly result: ResultKind;
  /** The member that identifies the changed object. Without it in the answer, the outcome is unknown. */
  readonly answersWith?: string;
  /** What an empty body means: `{}`, `[]`, or the object that the request names. */
  readonly emptyAnswer?: "object" | "list" | "named";
  /** Live services may answer with stored bytes instead of JSON, and another content type. */
  readonly mayAnswerContent?: true;
  /** Live services may answer with plain text instead of JSON, and another content type. */
  readonly mayAnswerText?: true;
  readonly who: Permission;
  /** True if only the service's own description contains the operation. */
  readonly described?: true;
  /** An operation of live services that is in this catalogue, but not in the API documentation. */
  readonly source?: "deployed";
  readonly unsigned?: true;
  /** The API documentation reserves it for administrators; `adminOnly` in `svc operations`. */
  readonly documentedAdminOnly?: true;
  /** The replacement to use, or true if there is none. */
  readonly deprecated?: true | string;
  readonly meanings?: Readonly<
    Partial<Record<number, { readonly kind?: "conflict"; readonly hint: string }>>
  >;
  /** Plain text is the answer itself, even if it looks like JSON or a web page, or is empty. */
  readonly answersAnyText?: true;
  /** The whole answer (true) or these members are secret: never in traces, and masked without `--show-secrets`. */
  readonly sensitive?: true | readonly string[];
  /** The user must confirm it, because it destroys or interrupts something. */
  readonly confirm?: "destroys" | "interrupts";
  /** The operation's action itself asks for confirmation in some cases. */
  readonly actionConfirms?: true;
  /** Confirmation is needed only in these statuses, or if one of these fields is true. */
  readonly confirmWhen?: { readonly statuses: readonly StatusValue[]; readonly fields?: readonly string[] };
  /** Effects that the operation's name does not show, for help, the confirmation and the dry run. */
  readonly effects?: readonly Effect[];
  /** Machines in this power state need no request, so one is sent only with `--force`. */
  readonly skippedPowerState?: "on";
  readonly dryRunField?: string;
  /** The service changes locked machines too, so svc itself refuses to. */
  readonly ignoresLock?: true;
  /** The verb of the group's command that shows the outcome. */
  readonly resultVerb?: string;
  /** `field` is sent in a second update, because live services refuse it while the field `ifFalse` is false. */
  readonly sentSeparately?: { readonly field: string; readonly ifFalse: string };
  /** The statuses of machines that the operation is for. Completion offers them first; the service decides. */
  readonly allowedStatuses?: readonly StatusValue[];
  readonly waiter?: WaiterName;
  /** The operation that svc sends next, to the object in the answer, if the user set the option. */
  readonly followUp?: { readonly option: "deploy"; readonly operation: Operation };
  readonly answersNode?: true;
  readonly columns?: readonly Column[];
  readonly identity?: string;
  readonly rows?: string;
  /** The minimum timeout for slow answers. */
  readonly timeoutMs?: number;
  /** The most common fields, in the order of help, after the required ones. */
  readonly commonFields?: readonly string[];
  /** Values for the generated example. Other required values are made from the field's type. */
  readonly example?: Readonly<Record<string, string>>;
  readonly exampleInput?: string;
  /** A command that creates the objects of the example. */
  readonly examplePreparation?: string;
}
