import { Document, Pair, Scalar, type ScalarTag, YAMLMap, YAMLSeq } from "yaml";
import { formatDocument } from "../../client/json/yaml-text.ts";
import { type Exported, type ExportedMap, isList, isMap, isVariable } from "./values.ts";

const tagged = (tag: string): ScalarTag => ({
  tag,
  resolve: (text: string) => text,
  stringify: ({ value }) => String(value),
});

const binary = tagged("!!binary");
const variable = tagged("!env");

export function documentText(kinds: ExportedMap): string {
  const document = new Document<YAMLMap>(undefined, {
    compat: "yaml-1.1",
    customTags: (tags) => [...tags, binary, variable],
  });
  document.contents = mapNode(kinds);
  return formatDocument(document, { flowCollectionPadding: false });
}

function nodeOf(value: Exported): Scalar | YAMLMap | YAMLSeq {
  if (isMap(value)) return mapNode(value);
  if (isList(value)) return listNode(value);
  if (Buffer.isBuffer(value)) return taggedScalar(binary.tag, value.toString("base64"));
  if (isVariable(value)) return taggedScalar(variable.tag, value.variable);
  return new Scalar(value);
}

function mapNode(value: ExportedMap): YAMLMap {
  const map = new YAMLMap();
  map.items = [...value].map(([name, member]) => new Pair(new Scalar(name), nodeOf(member)));
  return map;
}

const maxFlowTexts = 6;

function listNode(values: readonly Exported[]): YAMLSeq {
  const list = new YAMLSeq();
  list.items = values.map(nodeOf);
  const isShort = values.every(
    (value) => typeof value !== "object" && /^[\w./:*-]{1,40}$/.test(String(value)),
  );
  list.flow = isShort && values.length <= maxFlowTexts;
  return list;
}

function taggedScalar(tag: string, text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.tag = tag;
  return scalar;
}
