// `?`: keyboard shortcuts of the page in front and of the console.
import { Modal } from 'antd';
import { useState } from 'react';
import { keysInFront, type KeyGroup } from '../page/keys.ts';
import { usePages } from '../page/pages.ts';
import { useT } from '../phrase/phrases.ts';
import { useUser } from '../session/user.ts';
import { isMac } from '../ui/platform.ts';
import './keys.css';

const FIND: KeyGroup['keys'] = [{ keys: ['Ctrl', 'K'], label: 'finder.title' }];
const HELP: KeyGroup['keys'] = [{ keys: ['?'], label: 'keys.title' }];
const FIELDS: KeyGroup['keys'] = [
  { keys: ['Alt', '↓'], label: 'keys.calendar' },
  { keys: ['Ctrl', 'Enter'], label: 'keys.confirm' },
];
const TABS: KeyGroup = {
  title: 'nav.pages',
  keys: [
    { keys: ['←', '→'], label: 'keys.tabStep' },
    { keys: ['Home', 'End'], label: 'keys.ends' },
    { keys: ['Shift', '←'], label: 'keys.tabMove' },
    { keys: ['Delete'], label: 'keys.tabClose' },
  ],
};

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const signedIn = useUser((state) => state.user !== null);
  const tabs = usePages((state) => state.activeTab !== null);
  const everywhere: KeyGroup = { title: 'keys.everywhere', keys: signedIn ? [...FIND, ...HELP, ...FIELDS] : HELP };
  const [groups] = useState(() => [...keysInFront(), everywhere, ...(tabs ? [TABS] : [])]);
  return (
    <Modal
      open={open}
      title={t('keys.title')}
      width={400}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      className="keys-dialog"
    >
      {groups.map((group) => (
        <section key={group.title} aria-label={t(group.title)}>
          <h3>{t(group.title)}</h3>
          <dl className="keys">
            {group.keys.map(({ keys, label }) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{isMac && key === 'Ctrl' ? '⌘' : key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
