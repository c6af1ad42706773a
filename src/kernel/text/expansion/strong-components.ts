/**
 * The strongly connected components of more than one node, by Tarjan's algorithm: the nodes of a component lead to each other. Their
 * nodes are in the order of the edges.
 */
export function stronglyConnected(
  edges: readonly { readonly from: string; readonly to: string }[],
): string[][] {
  const edgesFrom = Map.groupBy(edges, ({ from }) => from);
  const order = new Map<string, number>();
  for (const { from, to } of edges)
    for (const node of [from, to]) if (!order.has(node)) order.set(node, order.size);
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const components: string[][] = [];
  const enter = (node: string): { node: string; next: number } => {
    index.set(node, index.size);
    lowest.set(node, index.get(node)!);
    stack.push(node);
    onStack.add(node);
    return { node, next: 0 };
  };
  const lower = (node: string, to: number): void => void lowest.set(node, Math.min(lowest.get(node)!, to));
  for (const start of edgesFrom.keys()) {
    if (index.has(start)) continue;
    // Iterative, as a chain may be as long as the list of edges.
    const path = [enter(start)];
    while (path.length > 0) {
      const last = path.at(-1)!;
      const edge = edgesFrom.get(last.node)?.[last.next++];
      if (edge !== undefined) {
        if (!index.has(edge.to)) path.push(enter(edge.to));
        else if (onStack.has(edge.to)) lower(last.node, index.get(edge.to)!);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent.node, lowest.get(last.node)!);
      if (lowest.get(last.node) !== index.get(last.node)) continue;
      const component = stack.splice(stack.lastIndexOf(last.node));
      for (const node of component) onStack.delete(node);
      if (component.length > 1) components.push(component.toSorted((a, b) => order.get(a)! - order.get(b)!));
    }
  }
  return components;
}
