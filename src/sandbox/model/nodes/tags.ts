import { allNodes } from "../../state/access.ts";
import type { Tag } from "../../state/tags.ts";
import type { World } from "../../state/world.ts";

export const findTag = (world: World, name: string | undefined): Tag | undefined =>
  world.state.tags.find((tag) => tag.name === name);

/** Gives a tag another name, which no other tag has; the nodes that have it keep it. */
export function renameTag(world: World, tag: Tag, name: string): void {
  for (const node of allNodes(world)) node.tags = node.tags.map((each) => (each === tag.name ? name : each));
  tag.name = name;
}

export function removeTag(world: World, tag: Tag): void {
  for (const node of allNodes(world)) node.tags = node.tags.filter((each) => each !== tag.name);
  const { tags } = world.state;
  tags.splice(tags.indexOf(tag), 1);
}

/** Makes a tag of every name that nodes have and no tag stands for. */
export function addTagsOfNodes(world: World): void {
  for (const name of new Set(allNodes(world).flatMap((node) => node.tags)))
    if (findTag(world, name) === undefined) world.state.tags.push({ name, comment: "", kernelOpts: "" });
}
