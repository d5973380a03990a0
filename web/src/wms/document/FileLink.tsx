import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import { fileAddress } from '../../ui/Thumb.tsx';

/** Opens a stored file in a new window. */
export const FileLink = ({ id, name }: { id: string; name: string }) => (
  <a className="kw-link" href={fileAddress(id)} target="_blank" rel="noreferrer">
    <PaperClipOutlined aria-hidden="true" /> {name}
  </a>
);
