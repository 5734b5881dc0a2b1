/** The types of what the viewer uses of Preact. */
export type Node = object | string | number | null | false;
export function h(tag: string, attributes: object | null, ...children: (Node | Node[])[]): object;
export function render(drawn: Node, place: Element): void;
