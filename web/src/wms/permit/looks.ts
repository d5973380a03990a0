import type { Permit } from '@kuwei/contract/wms/permit';
import type { StateLook, StateLooks } from '../../ui/StateTag.tsx';

const states: StateLooks<Permit['state']> = {
  PENDING: { label: 'wms.permit.state.PENDING', tone: 'warning', shape: 'ring' },
  VALID: { label: 'wms.permit.state.VALID', tone: 'success', shape: 'check' },
  REVOKED: { label: 'wms.permit.state.REVOKED', tone: 'quiet', shape: 'cross' },
};
const spans: StateLooks<Permit['span']> = {
  COMING: { label: 'wms.permit.span.COMING', tone: 'info', shape: 'half' },
  RUNNING: { label: 'wms.permit.span.RUNNING', tone: 'success', shape: 'dot' },
  ENDING: { label: 'wms.permit.span.ENDING', tone: 'warning', shape: 'triangle' },
  ENDED: { label: 'wms.permit.span.ENDED', tone: 'danger', shape: 'bar' },
};

/** A checked permit shows whether it is valid today. */
export const permitLook = ({ state, span }: Pick<Permit, 'state' | 'span'>): StateLook =>
  state === 'VALID' ? spans[span] : states[state];
