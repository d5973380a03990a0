import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import { fileAddress } from '../../ui/Thumb.tsx';

/** A stored file, opened in a window of its own. */
export const FileLink = ({ id, name }: { id: string; name: string }) => (
  <a className="kw-link" href={fileAddress(id)} target="_blank" rel="noreferrer">
    <PaperClipOutlined aria-hidden="true" /> {name}
  </a>
);
