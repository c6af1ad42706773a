import type { ItemField } from '@vitrine/sdk';
import { useId, type ReactNode } from 'react';
import { Icon } from '../parts/icons.tsx';
import {
  createRow,
  findLastKey,
  measureDepth,
  withNode,
  type FilterGroup,
  type FilterNode,
} from './filter-model.ts';
import { FilterRowEditor } from './filter-row.tsx';
import type { RowMessages } from './row-messages.ts';

interface GroupOptions {
  readonly project: string;
  readonly fields: readonly ItemField[];
  readonly aboutProduct: boolean;
  readonly group: FilterGroup;
  readonly root: FilterGroup;
  /** The row that was just added. */
  readonly focused: number | null;
  /** Whether the form gives the focus to the first row. */
  readonly isQuiet: boolean;
  readonly messages: RowMessages;
  readonly warnings: RowMessages;
  readonly onRoot: (root: FilterGroup) => void;
}

const joints = [
  ['and', 'All of these hold'],
  ['or', 'One of these holds'],
  ['not and', 'Not all of these hold'],
  ['not or', 'None of these holds'],
] as const;

/** The rows of a group, with how they are joined, and the groups in it. */
export function FilterGroupEditor(options: GroupOptions): ReactNode {
  const { group, root, onRoot } = options;
  const id = useId();
  const change = (node: FilterNode, next: FilterNode | null): void =>
    onRoot(withNode(root, node.key, () => next));
  const isRoot = group.key === root.key;
  const word = group.joined === 'and' ? 'and' : 'or';
  const add = (): void => {
    const row = createRow(findLastKey(root) + 1);
    change(group, { ...group, nodes: [...group.nodes, row], source: null });
  };
  const joined = `${group.negated ? 'not ' : ''}${group.joined}`;
  return (
    <div className={isRoot ? 'filter-rows' : 'filter-rows filter-group'}>
      {(group.nodes.length > 1 || group.negated || !isRoot) && (
        <div className="row filter-joint">
          <label className="visually-hidden" htmlFor={id}>
            {isRoot ? 'Which conditions must hold' : 'Which conditions of the group must hold'}
          </label>
          <select
            id={id}
            className="input"
            value={joined}
            onChange={(event) =>
              change(group, {
                ...group,
                joined: event.target.value.endsWith('and') ? 'and' : 'or',
                negated: event.target.value.startsWith('not'),
                source: null,
              })
            }
          >
            {joints.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          {!isRoot && (
            <button
              type="button"
              className="button quiet small"
              aria-label="Remove the group"
              onClick={() => change(group, null)}
            >
              <Icon name="close" size={16} />
            </button>
          )}
        </div>
      )}
      {group.nodes.map((node, index) => (
        <div key={node.key} className="filter-line">
          {index > 0 && <span className="filter-word">{word}</span>}
          {node.kind === 'group' ? (
            <FilterGroupEditor {...options} group={node} />
          ) : (
            <FilterRowEditor
              {...options}
              row={node}
              name={`Condition ${index + 1}`}
              isFocused={options.focused === node.key}
              message={options.messages.get(node.key) ?? null}
              warning={options.warnings.get(node.key) ?? null}
              onRow={(next) => change(node, next)}
            />
          )}
        </div>
      ))}
      {!isRoot && measureDepth(group) > 0 && (
        <div>
          <button type="button" className="button quiet small" onClick={add}>
            <Icon name="plus" size={16} />
            Add to the group
          </button>
        </div>
      )}
    </div>
  );
}
