import { None } from '../../ui/None.tsx';

/** Goods that are not kept by batch have one without a number. */
export const BatchNo = ({ no }: { no: string }) => (no === '-' ? <None /> : <span className="kw-code">{no}</span>);
