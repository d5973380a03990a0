// Users and organisations, found by server-side search.
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { usePageQuery } from '../../page/query.ts';
import './design.css';

interface Found {
  value: string;
  label: string;
  hint?: string;
}

interface ChooserProps {
  label: string;
  value: string | null;
  /** Placeholder while nothing is chosen. */
  none?: string;
  /** Name of the initial value. */
  called?: string | undefined;
  onChange: (value: string | null) => void;
}

const PAUSE_MS = 250;

function useTypedText(): [string, (text: string) => void] {
  const [typed, setTyped] = useState('');
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [sought, setTyped];
}

/** The chosen one keeps its name during a search. */
function Chooser({
  label,
  value,
  none,
  called,
  found,
  onType,
  onChange,
}: ChooserProps & { found: Found[] | undefined; onType: (text: string) => void }) {
  const [chosen, setChosen] = useState<Found | null>(null);
  const options = [...(found ?? [])];
  const kept = chosen?.value === value ? chosen : value !== null && called !== undefined ? { value, label: called } : null;
  if (kept && !options.some((each) => each.value === value)) options.push(kept);
  return (
    <Select<string>
      aria-label={label}
      placeholder={none ?? label}
      value={value}
      options={options}
      showSearch={{ filterOption: false, onSearch: onType }}
      allowClear
      optionRender={({ data }) => (
        <span className="flow-option">
          {data.label}
          {(data as Found).hint && <small>{(data as Found).hint}</small>}
        </span>
      )}
      onChange={(to) => {
        setChosen(options.find((each) => each.value === to) ?? null);
        onChange(to ?? null);
      }}
    />
  );
}

/** @property by which property identifies a user @property gone also users who can no longer sign in */
export function PersonChooser({ by, gone = false, ...props }: ChooserProps & { by: 'id' | 'username'; gone?: boolean }) {
  const [q, type] = useTypedText();
  const { data } = usePageQuery(definitionRoutes.findPeople, { query: { q, ...(gone && { gone }) } }, { keepPrevious: true });
  const found = data?.map(({ id, username, name, group }) => ({
    value: by === 'id' ? id : username,
    label: name,
    hint: [username, group].filter(Boolean).join(' · '),
  }));
  return <Chooser {...props} found={found} onType={type} />;
}

export function OrgChooser(props: ChooserProps) {
  const [q, type] = useTypedText();
  const { data } = usePageQuery(definitionRoutes.findOrgs, { query: { q } }, { keepPrevious: true });
  return <Chooser {...props} found={data?.map(({ id, name }) => ({ value: id, label: name }))} onType={type} />;
}
