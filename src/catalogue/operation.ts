import type { ConfigItem } from "./config-items.ts";
import type { Kind } from "./kind.ts";
import type { OptionSpec } from "./option-spec.ts";
import type { StatusValue, WaiterName } from "./statuses.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * How a value is read and written: `boolean` is
 * `true`/`false`, `switch` is `1`/`0`, `size` takes K, M, G, T, `base64` is text that holds encoded bytes,
 * `file` is a part with raw bytes, `list` is the same part repeated, and `map` sends each `name=value` as a
 * part of its own.
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
  /** The name of the part or query item. */
  readonly name: string;
  readonly type: FieldType;
  /** Imperative or noun phrase, no full stop, about 60 characters. */
  readonly help: string;
  /** Left out: the query of a GET or DELETE, the form of a POST or PUT. */
  readonly in?: ParameterLocation;
  readonly required?: true;
  /** Sent several times, a value each, in the order given. A `list` is always repeatable. */
  readonly repeatable?: true;
  /** Of an `integer`: live services take the name of the object too. */
  readonly alsoName?: true;
  /** Documented with one value; live services take several, so it is sent as if repeatable. */
  readonly alsoRepeatable?: true;
  /** Of a GET: each value names rows of its own, so the values may be divided among several requests. */
  readonly namesRows?: true;
  /** The values can hold a comma, so `a,b` is one value and not two. Only for repeatable fields. */
  readonly holdsCommas?: true;
  /** Sent as one value on the wire, the ones given joined by this. */
  readonly separator?: string;
  /** The whole set is documented: anything else is refused unless `--no-check`. */
  readonly choices?: readonly string[];
  /** The set is open: these are completed, and others are not refused. */
  readonly suggestions?: readonly string[];
  /** What is sent for other spellings of a value, by the spelling as `plainWord` writes it. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** Typed in either case and sent in lower case: live services know no other. */
  readonly lowerCase?: true;
  /** What the service assumes when the field is absent; shown, never sent. */
  readonly default?: string;
  /** Inclusive bounds of an integer. */
  readonly min?: number;
  readonly max?: number;
  /** Source of a regular expression for the whole value; `form` says it in words. */
  readonly pattern?: string;
  /** The form of the value in words, such as `<source>:<user>`; shown in help as the value's name. */
  readonly form?: string;
  /** The option's name where the field's own is a global option of svc: `--source-url` for `url`. */
  readonly flag?: string;
  /** A second name that the value is sent under as well: the one that live services read. */
  readonly alsoSentAs?: string;
  /** A `base64` field that live services take as a file part of the decoded bytes only. */
  readonly asFile?: true;
  /** Undocumented, though services take it: left out of `svc operations`. */
  readonly undocumented?: true;
  /** Typed without an option name, after the path's identifiers. */
  readonly positional?: true;
  /** An option that may also be typed without its name, after the identifiers, in the order of the fields. */
  readonly alsoPositional?: true;
  /** Of a `map`: what stands before each name on the wire (`power_parameters_`); empty for none. */
  readonly prefix?: string;
  /** Only administrators may give it a value. */
  readonly adminOnly?: true;
  /** Documented as deprecated: what to do instead. */
  readonly deprecated?: string;
  /** Sent again as it is where the service refuses to update an object that has one without it. */
  readonly keep?: true;
  /** The value names nodes of this kind: svc takes their host names too and sends system ids. */
  readonly kind?: IdentifierKind;
  /** Never printed: masked in `--debug`, `--dry-run` and `--curl`. */
  readonly secret?: true;
  /**
   * The text is a document, of which a file is sent to its last byte. Any other text is one line, which loses
   * the line end that its file ends with.
   */
  readonly document?: true;
}

/** A kind of identifier that svc can resolve from a name. */
export type IdentifierKind = "machine" | "device" | "node";

/** A name in braces in a path. */
export interface PathParameter {
  readonly name: string;
  readonly type: "string" | "integer";
  readonly help: string;
  readonly kind?: IdentifierKind;
  /** Live services take a name in the place of the number. */
  readonly alsoName?: true;
}

/**
 * A rule between fields, checked before anything is sent. `says` is the rule as told to the operator who
 * broke it. A field is given when the operator typed it with a value, be it 0, in any of its forms (`--x`,
 * `--x-base64`, `--set x=`, as an argument). An empty value is not given, as it clears a field; nor is a flag
 * typed as `--no-x`. Values are compared as they would be sent: `true` and `false`, `1` and `0` for a switch.
 */
export type Rule =
  /** Broken when of `fields` two or more are given; when none is; when every one is. */
  | {
      readonly kind: "exclusive" | "any" | "notAll";
      readonly fields: readonly string[];
      readonly says: string;
    }
  /**
   * Applies when `field` is given and, where `is` is stated, has one of its values. Broken when then one of
   * `needs` is not given, unless `unless` is stated and all of it is given.
   */
  | {
      readonly kind: "needs";
      readonly field: string;
      readonly is?: readonly string[];
      readonly needs: readonly string[];
      readonly unless?: readonly string[];
      readonly says: string;
    }
  /**
   * Broken when one of `fields` is given and the value of `when` is not one of `is`; an absent `when` has its
   * default. A value that is not among the suggestions for `when` keeps the rule.
   */
  | {
      readonly kind: "onlyWhen";
      readonly fields: readonly string[];
      readonly when: string;
      readonly is: readonly string[];
      readonly says: string;
    }
  /**
   * Broken when the value of the field `value` does not fit the one of `items` that the field `name` names:
   * its type, choices and bounds. An item that is not there keeps the rule, and so does an empty value,
   * unless `choices` lack it.
   */
  | {
      readonly kind: "configItem";
      readonly name: string;
      readonly value: string;
      readonly items: readonly ConfigItem[];
      readonly says: string;
    };

/** What an answer holds. `text` may be a JSON scalar; any of them may be empty. */
export type ResultKind = "json" | "text" | "bson" | "none";

/** One column of a table. `path` is a dotted path into a row; an array on the way is joined with commas. */
export interface Column {
  readonly header: string;
  readonly path: string;
  readonly as?: CellForm;
  /** Shown by `-o wide` only. */
  readonly wide?: true;
  /**
   * On a narrow terminal a `key` is neither cut nor left out: it names the row or says how it is. A `text` is
   * a key that is folded first. A `minor` column is the first to be cut and the first to be left out.
   */
  readonly rank?: "key" | "text" | "minor";
  /** The fewest columns of a terminal that it is cut to; where they do not fit, it is left out. */
  readonly min?: number;
  /** The columns of a terminal that its values usually take, for tables whose later rows are not known yet. */
  readonly width?: number;
}

/** How a cell is written for people; json and yaml always carry the raw value. */
export type CellForm =
  | "status"
  | "power"
  | "bytes"
  | "mebibytes"
  | "megabytes"
  | "boolean"
  | "count"
  /** A time to the second. */
  | "time"
  /** A time, whose age a table on a terminal shows in its place. */
  | "age"
  /** The level of an event. */
  | "level"
  /** Whether something went well: a boolean, or a word such as done and failed. */
  | "outcome"
  /** A list as one phrase. */
  | "words"
  /** A system id, in whose place a table shows the node's host name. */
  | "node"
  /** Of a script: 0 is passed, anything else failed. */
  | "exitStatus"
  /** Of a script: 0 commissioning, 1 installation, 2 testing. */
  | "scriptType"
  /** The name of a space; `undefined` stands for none. */
  | "space"
  /** A VLAN id; null where the traffic has no tag. */
  | "vid";

/** Who may carry an operation out. */
export type Permission =
  /** Administrators. */
  | "admin"
  /** The owner of the object and administrators; a free machine may be taken by whoever deploys it. */
  | "owner"
  /** Every user, within what is theirs or may be seen by them. */
  | "anyone"
  /** Whoever asks, without an API key too. */
  | "anonymous";

/** The headings of `svc machines --help`, in the order of the help. */
export const verbThemes = ["Life cycle", "Inspection", "Settings", "Network and storage"] as const;
export type VerbTheme = (typeof verbThemes)[number];

export interface Operation {
  /** The verb of the command line, in kebab-case. */
  readonly verb: string;
  readonly method: Method;
  /** As documented, under `/api/2.0`; a path that begins with `/api/` stands under the base address. */
  readonly path: string;
  /** Imperative, no full stop, about 60 characters. */
  readonly summary: string;
  /** The heading that the help of a group with many verbs lists it under. */
  readonly theme?: VerbTheme;
  /** Further facts for help and man page: rules that svc cannot check, such as states. */
  readonly notes?: readonly string[];
  /** One for each name in braces, in the order of the path. */
  readonly parameters?: readonly PathParameter[];
  readonly fields?: readonly Field[];
  /** What svc offers with this operation beyond its fields; `cli/operation/operation-actions.ts` does it. */
  readonly options?: readonly OptionSpec[];
  readonly rules?: readonly Rule[];
  /** The documented status of success; any 2xx is taken. */
  readonly success: number;
  /** The documented statuses of failure. */
  readonly errors?: readonly number[];
  readonly result: ResultKind;
  /**
   * The member that identifies the object which a change answers with: an answer without it leaves open what became
   * of the change. Left out where the answer is a list, and where the request names nodes, which are read again.
   */
  readonly answersWith?: string;
  /** What an answer without a body stands for, where services give one: nothing, or the object that the caller named. */
  readonly emptyAnswer?: "object" | "list" | "named";
  /** Live services answer the stored bytes in the place of JSON, and do not call them JSON. */
  readonly mayAnswerContent?: true;
  /** Live services answer plain text in the place of JSON, and do not call it JSON. */
  readonly mayAnswerText?: true;
  readonly who: Permission;
  /** Known from the service's description of itself, and not from the documents. */
  readonly described?: true;
  /** Documented in so many words as reserved for administrators: `adminOnly` of `svc operations`. */
  readonly documentedAdminOnly?: true;
  /** True, or what to do instead: `use set-workload-annotations`. */
  readonly deprecated?: true | string;
  /** What answers of a status mean here, where that is not what they mean elsewhere; `kind` is that of the failure. */
  readonly meanings?: Readonly<
    Partial<Record<number, { readonly kind?: "conflict"; readonly hint: string }>>
  >;
  /**
   * The answer is a secret (true), or holds some: members of these names, besides those whose names say it.
   * Shown in no trace, and masked on a terminal unless asked for.
   */
  readonly sensitive?: true | readonly string[];
  /** The answer is the one value that the line names: a pipe gets it whole in every form. */
  readonly isNamedValue?: true;
  /** Asked about before it is sent: something is gone afterwards, or what is running is interrupted or replaced. */
  readonly confirm?: "destroys" | "interrupts";
  /** Machines are asked about in these statuses, and in any where one of the fields is true. */
  readonly confirmWhen?: { readonly statuses: readonly StatusValue[]; readonly fields?: readonly string[] };
  /** The field by which the service itself makes a dry run. */
  readonly dryRunField?: string;
  /** Changes a locked machine without a word from the service: svc refuses it. */
  readonly ignoresLock?: true;
  /** The verb of the group's read that shows what became of this change, where reading its path does not. */
  readonly look?: string;
  /**
   * A field that live services refuse in one request with a value of another: where both are given, an update with
   * it follows in a request of its own.
   */
  readonly inTurn?: { readonly field: string; readonly with: string; readonly is: "false" };
  /** The statuses of the machines that it is for: completion offers those first. The service decides. */
  readonly fits?: readonly StatusValue[];
  /** What `--wait` waits for. */
  readonly waiter?: WaiterName;
  /**
   * The operation that svc sends right after this one, to what this one answered, where an option of this
   * name is typed.
   */
  readonly followUp?: { readonly option: "deploy"; readonly operation: Operation };
  /** The answer is the node that the path names. */
  readonly answersNode?: true;
  /** The columns of this answer where they are not the group's. */
  readonly columns?: readonly Column[];
  /** The dotted path of what `-o name` prints, where it is not the group's. */
  readonly identity?: string;
  /** The dotted path of the rows inside the answer, such as `events`. */
  readonly rows?: string;
  /** The least time-out of the answer in milliseconds, where it is known to take long. */
  readonly timeoutMs?: number;
  /** Values for the generated example, by argument or field; other required ones are made from their type. */
  readonly example?: Readonly<Record<string, string>>;
  /** The command whose output the example reads as its standard input. */
  readonly exampleInput?: string;
  /** The command that brings about what the example needs. */
  readonly examplePreparation?: string;
}

export interface Group {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The dotted path of what `-o name` prints: what other commands take to name one of these. */
  readonly identity: string;
  /** How its objects are kept as desired state; those of other groups are not. */
  readonly kind?: Kind;
  readonly operations: Readonly<Record<string, Operation>>;
}
