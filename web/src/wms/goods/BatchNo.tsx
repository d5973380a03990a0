import { None } from '../../ui/None.tsx';

/** Goods without batch tracking have a batch numbered `-`. */
export const BatchNo = ({ no }: { no: string }) => (no === '-' ? <None /> : <span className="kw-code">{no}</span>);
