import type { Column, Field, Operation } from "./operation.ts";
import type { StatusValue } from "./statuses.ts";

/** How to compare texts whose letter case, separators, comments or implied parts do not matter. */
export type TextForm = "host" | "mac" | "word" | "sshKey" | "architecture" | "json" | "timeSpan" | "bytes";

interface Setter {
  readonly operation: string;
  /** Undefined if the operation itself turns a flag on. */
  readonly field?: string;
  /** The field that takes values to remove. With it, `field` takes values to add; without it, the whole list. */
  readonly removeField?: string;
  /** The operation that removes one value from a list; `operation` adds one. */
  readonly removeOperation?: string;
  /** Differences between the field in desired state and the field of the operation. */
  readonly overrides?: Partial<Field>;
}

/**
 * Describes a group's objects in desired state: what identifies one, and where a list's row contains the fields of
 * `create` and `update`. An object is updated if a field of `update` changes, and replaced if there is a change in a
 * field that only `create` takes. A field that only `update` has is set right after the creation.
 */
export interface Kind {
  readonly key: readonly string[];
  /** If no object has the key, each of these fields alone may identify the object. */
  readonly otherKeys?: readonly string[];
  /**
   * Dotted paths to a field's value in a row; further paths lead to other spellings of the value. A path through
   * an array gives a list, `a/b` joins two members, and an empty path is the whole answer. By default, the member
   * has the field's name.
   */
  readonly memberPaths?: Readonly<Record<string, readonly string[]>>;
  /** Two fields that are one member of a row, joined by a dot. If the first is `@`, the row has only the second. */
  readonly joinedFields?: { readonly member: string; readonly fields: readonly [string, string] };
  readonly comparisons?: Readonly<Record<string, TextForm>>;
  /** Regular expressions whose only group is the field's value in the text of a row. */
  readonly textPatterns?: Readonly<Record<string, string>>;
  /** The types of nested objects that belong to a field: `devices` of a RAID contains both disks and partitions. */
  readonly memberTypes?: Readonly<Record<string, readonly string[]>>;
  /** Fields that only rows of one type have. */
  readonly fieldsOfType?: Readonly<Record<string, readonly string[]>>;
  /** A field that rows show with the parent's name before its value: `vg0-data` for `data`. */
  readonly prefixedField?: string;
  /** Values that the service sets when an object becomes part of another. They count as empty. */
  readonly hiddenValues?: Readonly<Record<string, readonly string[]>>;
  /** Fields whose value the service assigns, so that no operation takes them. */
  readonly assignedFields?: readonly Field[];
  /** Objects are numbered from 1 in the order of their creation. If one is replaced, so are all later ones. */
  readonly isNumbered?: true;
  /** The word in a row that means an empty field, such as `undefined` for no space. In a list, the word is ignored. */
  readonly emptyMarkers?: Readonly<Record<string, string>>;
  /** Words that the service itself adds to a list, and that are not compared. */
  readonly addedWords?: Readonly<Record<string, readonly string[]>>;
  /** Fields that cannot be cleared, although `create` does not require them. */
  readonly neverEmpty?: readonly string[];
  /** Fields that are empty if a row has no such member. Other missing fields are unknown. */
  readonly absentIsEmpty?: readonly string[];
  /** Fields whose values, besides the key, also name the object in references. */
  readonly otherNameFields?: readonly string[];
  readonly references?: Readonly<Record<string, string>>;
  /** Kinds whose objects may refer to an object. The service refuses to delete an object that others refer to. */
  readonly blockedBy?: readonly string[];
  /** Nodes that block a deletion: the filter that lists an object's nodes, and the path to its name in a node's row. */
  readonly blockedByNodes?: { readonly filter: string; readonly path: string };
  /** Reserved addresses that block a deletion: the id of the operation that lists an object's addresses. */
  readonly blockedByAddresses?: string;
  /** Fields, apart from integer ones, in which the service takes only ids. The last of `memberPaths` leads to the id. */
  readonly referencesById?: readonly string[];
  /** The kind of the object with the same key that must exist as long as this one does. */
  readonly baseKind?: string;
  /** The service deletes an object with the last one whose `baseKind` this is, unless this field has a value. */
  readonly keptByField?: string;
  /** Flags that the service accepts only if dependent objects exist. svc creates the objects first. */
  readonly setAfterDependents?: readonly string[];
  /** Fields that the service accepts only together. If one changes, all of them are sent. */
  readonly sendTogether?: readonly string[];
  /** The list filters that find objects by a field, for lists that are too long to be read completely. */
  readonly listFilters?: Readonly<Record<string, string>>;
  /** The only fields of operations that desired state contains, besides those of `setBy`. */
  readonly onlyFields?: readonly string[];
  /** Fields of operations that are not state: another form of the key, or an action. */
  readonly ignoredFields?: readonly string[];
  /** Fields that list rows do not have, with the id of the operation that reads them for one object. */
  readonly readBy?: Readonly<Record<string, string>>;
  /** Like `readBy`, for several objects at once: `field` takes the ids, and the answer has a member for each id. */
  readonly readManyBy?: Readonly<Record<string, { readonly operation: string; readonly field: string }>>;
  /** Fields that have a setter operation of their own, such as `annotations`. */
  readonly setBy?: Readonly<Record<string, Setter>>;
  /** Fields that the service computes while the other field has a value. */
  readonly computedFrom?: Readonly<Record<string, string>>;
  /** Fields that are only sent at creation, never shown and not compared. Files contain `!env` or `!file` instead. */
  readonly credentials?: readonly string[];
  /** Sent with every creation, because svc would not see the object otherwise. */
  readonly alwaysSent?: Readonly<Record<string, boolean>>;
  /** Objects are never replaced, because too much would be lost. Fields that cannot be updated stay unchanged. */
  readonly neverReplaced?: true;
  /** The operation that reads the caller's own object, which the service does not allow the caller to delete. */
  readonly callerOperation?: string;
  /** The kind of the parent, its path parameter, and the member of the parent's row that contains these objects. */
  readonly parent?: { readonly kind: string; readonly parameter: string; readonly rows?: string };
  readonly children?: Readonly<Record<string, string>>;
  /** The paths in a row that children need, by the member that contains them; `""` means all children. */
  readonly childPaths?: Readonly<Record<string, readonly string[]>>;
  /** Fields that refer to objects of the same parent by their names, such as the parents of a bond. */
  readonly siblings?: readonly string[];
  /** A field of `otherKeys` identifies an object only if the object's other fields have these values. */
  readonly otherKeyConditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Ids of the operations, if they are not called create, delete and list. */
  readonly operations?: { readonly create: string; readonly remove: string; readonly list?: string };
  /** Ids of the operations that format, unformat, mount and unmount an object. */
  readonly filesystem?: Readonly<Record<"format" | "unformat" | "mount" | "unmount", string>>;
  /** The name by which objects of the same parent refer to an object; `{parent}` and `{name}` are replaced. */
  readonly referenceName?: string;
  /** Kinds whose object of the same `referenceName` is created and deleted with this one. */
  readonly pairedKinds?: readonly string[];
  /** The member with the child objects that svc deletes before the object. */
  readonly deletedFirst?: string;
  /** Fields for which only one object of the outermost parent can have a value. */
  readonly uniqueFields?: readonly string[];
  /** The field with the object's id in the operation that deletes it. */
  readonly removeIdField?: string;
  /** A field whose value selects the operation that creates the object. Without a value, the first one is used. */
  readonly createVariants?: { readonly field: string; readonly operations: Readonly<Record<string, string>> };
  /** List fields, with the name of the field in operations that take only one value. */
  readonly singularFields?: Readonly<Record<string, string>>;
  /** Fields whose change deletes what an object contains. */
  readonly clearingFields?: readonly string[];
  /** Flags that are true if the row of the outermost parent has the object's id at one of these paths. */
  readonly flagPaths?: Readonly<Record<string, readonly string[]>>;
  /** The node statuses in which the service allows changes to the node's objects of this kind. */
  readonly changeableStatuses?: readonly StatusValue[];
  /** The service itself made objects whose row has these values; an array lists alternatives. */
  readonly builtinWhen?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** The kind whose list contains these objects too. An export of all kinds writes them under that kind. */
  readonly coveredBy?: string;
  /** For lists that contain only names: another list, whose rows show which objects the service itself has made. */
  readonly builtinIn?: { readonly path: string; readonly when: Readonly<Record<string, boolean>> };
  readonly ignoreWhen?: Readonly<Record<string, string | number | boolean | null>>;
  /** Creating an object with the key of an existing one replaces that one. */
  readonly createReplaces?: true;
  /** An object is only created if its item has `create: true`, and is never deleted. */
  readonly createOnDemand?: true;
  /** For objects that are name-value pairs: the fields for name and value in the operations that read and write one. */
  readonly map?: { readonly name: string; readonly value: string };
}

export interface Group {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The dotted path of the value that `-o name` prints, and that other commands accept. */
  readonly identity: string;
  readonly kind?: Kind;
  /** Further kinds that the group's operations manage, by name. */
  readonly parts?: Readonly<Record<string, Kind>>;
  readonly operations: Readonly<Record<string, Operation>>;
}

/** `loadGroup` adds the name, and `id` as the default identity. */
export type GroupDefinition = Omit<Group, "name" | "identity"> & Partial<Pick<Group, "name" | "identity">>;

/** Operations that only the service describes. They are added to a documented group of the same name. */
export interface DescribedGroup extends Group {
  readonly summary: string;
  readonly aliases: readonly string[];
  /** Fields that only the service describes, by the id of the documented operation that they belong to. */
  readonly addedFields: Readonly<Record<string, readonly Field[]>>;
}

export interface DroppedPart {
  /** An operation, such as `POST /zones/`, or the name of a parameter or group. */
  readonly subject: string;
  readonly reason: string;
}

export interface DescribedCatalogue {
  /** True if the service has no description. */
  readonly isAbsent: boolean;
  /** Services send this hash in a header of every answer. Empty if the service has no description. */
  readonly hash: string;
  readonly groups: readonly DescribedGroup[];
  /** Documented operations that the service does not offer, as `POST /x/op-y`. */
  readonly absent: readonly string[];
  readonly dropped: readonly DroppedPart[];
}
