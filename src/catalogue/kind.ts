import type { Field } from "./operation.ts";
import type { StatusValue } from "./statuses.ts";

/** How texts are compared if letter case, separators, comments or an implied part do not matter. */
export type TextComparison =
  | "host"
  | "mac"
  | "word"
  | "sshKey"
  | "architecture"
  | "json"
  | "timeSpan"
  | "bytes";

interface Setter {
  readonly operation: string;
  /** None if the operation itself turns a flag on. */
  readonly field?: string;
  /** Takes what leaves a list, and `field` what joins it; otherwise `field` takes all. */
  readonly removeField?: string;
  /** Removes one value of a list, and `operation` adds one. */
  readonly removeOperation?: string;
  /** What is true of the field as state, and not as a field of the operation. */
  readonly overrides?: Partial<Field>;
}

/**
 * How a group's objects are kept as desired state: what identifies one, and where a list row holds the fields of
 * `create` and `update`. A field of `update` can be changed, one of `create` alone needs a replacement, and one of
 * `update` alone is set right after creation.
 */
export interface Kind {
  readonly key: readonly string[];
  /** Fields that each identify an object if its key does not find it. */
  readonly otherKeys?: readonly string[];
  /**
   * Where a row holds a field, as dotted paths: the first is the value, each is a spelling of it. An array on the way
   * gives a list, `a/b` joins two members, and an empty path is the whole answer. Default: the member of the same name.
   */
  readonly memberPaths?: Readonly<Record<string, readonly string[]>>;
  /** Two fields that a row holds as one member, joined by a dot; `@` as the first means the second alone. */
  readonly joinedFields?: { readonly of: string; readonly fields: readonly [string, string] };
  /** How to compare fields with several spellings of the same value. */
  readonly comparisons?: Readonly<Record<string, TextComparison>>;
  /** The part of a text in a row that is the field: a regular expression with one group. */
  readonly textPatterns?: Readonly<Record<string, string>>;
  /** The nested objects of a row's member, by their type: `devices` of a RAID has disks and partitions. */
  readonly memberTypes?: Readonly<Record<string, readonly string[]>>;
  /** Fields of rows of one type alone. */
  readonly fieldsOfType?: Readonly<Record<string, readonly string[]>>;
  /** A field that begins with its holder's name and a dash in a row, but not in `create`. */
  readonly prefixedField?: string;
  /** Words in a row for what services made of an object: the field counts as empty. */
  readonly hiddenValues?: Readonly<Record<string, readonly string[]>>;
  /** Fields that no operation takes, because the service chooses them. */
  readonly assignedFields?: readonly Field[];
  /** Its objects are numbered in the order of their creation, from 1: a change of one creates the later ones anew. */
  readonly isNumbered?: true;
  /** The word in a row for an empty field: `undefined` for a space, `*` in a list for all; ignored in lists. */
  readonly emptyMarkers?: Readonly<Record<string, string>>;
  /** Words that the service adds to a list by itself: whether they are there does not matter. */
  readonly addedWords?: Readonly<Record<string, readonly string[]>>;
  /** Fields that always have a value, though `create` does not need one: clearing one has no effect. */
  readonly neverEmpty?: readonly string[];
  /** Fields that are empty if a row lacks them; other missing fields are unknown. */
  readonly absentIsEmpty?: readonly string[];
  /** Further members of a row that references may use, besides name and id. */
  readonly otherNames?: readonly string[];
  readonly references?: Readonly<Record<string, string>>;
  /** Kinds whose objects refer to it: the service refuses to delete it while they do. */
  readonly blockedBy?: readonly string[];
  /** The same for nodes: the filter that lists those of an object, and where their rows name it. */
  readonly blockedByNodes?: { readonly filter: string; readonly path: string };
  /** The same for reserved addresses: the id of the operation that lists those of an object. */
  readonly blockedByAddresses?: string;
  /** References that the service takes by id only, besides integers: the id is last in `memberPaths`. */
  readonly referencesById?: readonly string[];
  /** Its object with the same `parts` must exist: it is created before these, and kept as long as they exist. */
  readonly baseKind?: string;
  /** Switches that the service turns on only once dependent objects exist: set after those. */
  readonly setAfterDependents?: readonly string[];
  /** Fields that the service takes only together: if one changes, all that the item has are sent. */
  readonly sendTogether?: readonly string[];
  /** List filters that find objects by a field, for lists too long to read for a few objects. */
  readonly listFilters?: Readonly<Record<string, string>>;
  readonly stateFields?: readonly string[];
  /** Fields that are not state: another form of the key, or one-time actions. */
  readonly ignoredFields?: readonly string[];
  /** For fields that list rows lack: the id of the operation that reads one, a request per object. */
  readonly readBy?: Readonly<Record<string, string>>;
  /** Reads a field of `readBy` for several objects at once, named in `field`; the answer has a member per object. */
  readonly readManyBy?: Readonly<Record<string, { readonly operation: string; readonly field: string }>>;
  /** Fields with an operation of their own that sets them, such as `annotations`. */
  readonly setBy?: Readonly<Record<string, Setter>>;
  /** Worked out by the service while the other field has a value. */
  readonly computedFrom?: Readonly<Record<string, string>>;
  /** Sent at creation alone and never shown, so not compared; a file names them with `!env` or `!file`. */
  readonly credentials?: readonly string[];
  /** Sent with each creation: without them svc would not see the object. */
  readonly alwaysSent?: Readonly<Record<string, boolean>>;
  /** Too much goes with an object to replace it: what cannot be changed stays. */
  readonly neverReplaced?: true;
  /** The operation that answers with the object of the caller, which the service does not let the caller delete. */
  readonly callerOperation?: string;
  /** The kind that holds these, the path parameter of the holder, and the member of its row with their rows. */
  readonly parent?: { readonly kind: string; readonly parameter: string; readonly rows?: string };
  readonly children?: Readonly<Record<string, string>>;
  /** Dotted paths in a row that objects below it need, by the member that holds these; `""` for all of them. */
  readonly childPaths?: Readonly<Record<string, readonly string[]>>;
  /** References to objects of the same holder by their names in it, such as the parents of a bond. */
  readonly siblings?: readonly string[];
  /** A field of `otherKeys` identifies only objects with these values. */
  readonly otherKeyConditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Ids of operations, if its verbs are not those of its group. */
  readonly operations?: { readonly create: string; readonly remove: string; readonly list?: string };
  /** Ids of operations that format and mount what an object is, and undo it. */
  readonly filesystem?: Readonly<Record<"format" | "unformat" | "mount" | "unmount", string>>;
  /** The name by which others of the same holder use it: `{parent}` and `{name}` are replaced. */
  readonly referenceName?: string;
  /** A kind with an object of the same `usedAs`, which comes and goes with it. */
  readonly pairedKinds?: readonly string[];
  /** Members whose objects are deleted before it. */
  readonly deletedFirst?: string;
  /** Fields that only one object of the outermost holder can have a value of. */
  readonly uniqueFields?: readonly string[];
  /** The field of the operation that deletes an object that takes its id. */
  readonly removeIdField?: string;
  /** The field that selects the operation that creates an object; without it, the first. */
  readonly createVariants?: { readonly field: string; readonly operations: Readonly<Record<string, string>> };
  /** Lists, and how operations call them that take a single value. */
  readonly singularFields?: Readonly<Record<string, string>>;
  /** Fields whose change deletes what an object contains. */
  readonly clearingFields?: readonly string[];
  /** Flags of the object whose id the outermost holder's row has at one of these paths. */
  readonly flagPaths?: Readonly<Record<string, readonly string[]>>;
  /** The statuses of the node that holds these in which the service changes them. */
  readonly changeableStatuses?: readonly StatusValue[];
  /** Any of several values. */
  readonly builtinWhen?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** The kind whose list has these objects too: an export of all kinds has them there. */
  readonly coveredBy?: string;
  /** Where a list holds names alone: the list whose rows say which of them are built into the service. */
  readonly builtinIn?: { readonly path: string; readonly when: Readonly<Record<string, boolean>> };
  readonly ignoreWhen?: Readonly<Record<string, string | number | boolean | null>>;
  /** Creating an object with an existing key replaces the old one. */
  readonly createReplaces?: true;
  /** Created only if the item has `create: true`, and never deleted. */
  readonly createOnDemand?: true;
  /** Items are members of one object: the fields for name and value in the operations that read and write one. */
  readonly map?: { readonly name: string; readonly value: string };
}
