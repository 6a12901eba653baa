/** What a tag is; which nodes have it is said by the nodes. */
export interface Tag {
  name: string;
  comment: string;
  kernelOpts: string;
}
