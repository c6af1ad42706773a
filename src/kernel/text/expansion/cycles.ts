/** An edge of a directed graph. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

/**
 * The strongly connected components of more than one node, by Tarjan's algorithm: the nodes of a component lead to each other. Their
 * nodes are in the order of the edges.
 */
export function findComponents(edges: readonly GraphEdge[]): string[][] {
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

/** The edges that close a cycle, by depth-first search. */
export function findClosingEdges<E extends GraphEdge>(edges: readonly E[]): E[] {
  const edgesFrom = Map.groupBy(edges, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const closing: E[] = [];
  for (const start of edgesFrom.keys()) {
    if (state.has(start)) continue;
    // Iterative, as a chain may be as long as the list of edges.
    const path: { at: string; next: number }[] = [{ at: start, next: 0 }];
    state.set(start, 'open');
    while (path.length > 0) {
      const last = path.at(-1)!;
      const edge = edgesFrom.get(last.at)?.[last.next++];
      if (edge === undefined) {
        state.set(last.at, 'done');
        path.pop();
      } else if (state.get(edge.to) === 'open') closing.push(edge);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        path.push({ at: edge.to, next: 0 });
      }
    }
  }
  return closing;
}
