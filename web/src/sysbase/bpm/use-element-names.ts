import type { Graph } from '@kuwei/contract/bpm/graph';
import { useT } from '../../phrase/phrases.ts';
import { useDesign } from './design.ts';

/** Names of elements as the screen shows them; a flow by both ends. */
export function useElementNames(graph: Graph | null): (id: string) => string {
  const t = useT();
  const { words } = useDesign();
  const nodeName = (id: string): string => {
    const node = graph?.nodes.find((each) => each.id === id);
    return node ? words.nameOf(node) || t(`design.kindName.${node.kind}`) : '';
  };
  return (id) => {
    const flow = graph?.flows.find((each) => each.id === id);
    return flow ? t('design.difference.way', { from: nodeName(flow.from), to: nodeName(flow.to) }) : nodeName(id);
  };
}
