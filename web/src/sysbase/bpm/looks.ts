import type { DefinitionRow } from '@kuwei/contract/bpm/definition';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const flowLooks: StateLooks<DefinitionRow['state']> = {
  DRAFT: { label: 'design.state.DRAFT', tone: 'info', shape: 'ring' },
  PUBLISHED: { label: 'design.state.PUBLISHED', tone: 'success', shape: 'check' },
  SUSPENDED: { label: 'design.state.SUSPENDED', tone: 'warning', shape: 'bar' },
  ARCHIVED: { label: 'design.state.ARCHIVED', tone: 'quiet', shape: 'dot' },
};
