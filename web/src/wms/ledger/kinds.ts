import type { LedgerEntry } from '@kuwei/contract/wms/product-box';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const ledgerKinds: StateLooks<LedgerEntry['kind']> = {
  IN: { label: 'wms.ledger.kind.IN', tone: 'success', shape: 'dot' },
  OUT: { label: 'wms.ledger.kind.OUT', tone: 'info', shape: 'dot' },
  MOVE_OUT: { label: 'wms.ledger.kind.MOVE_OUT', tone: 'quiet', shape: 'half' },
  MOVE_IN: { label: 'wms.ledger.kind.MOVE_IN', tone: 'quiet', shape: 'half' },
  COUNT_ADJ: { label: 'wms.ledger.kind.COUNT_ADJ', tone: 'warning', shape: 'half' },
  REVERSAL: { label: 'wms.ledger.kind.REVERSAL', tone: 'warning', shape: 'cross' },
  DISPOSE: { label: 'wms.ledger.kind.DISPOSE', tone: 'warning', shape: 'bar' },
  OPENING: { label: 'wms.ledger.kind.OPENING', tone: 'success', shape: 'half' },
};
