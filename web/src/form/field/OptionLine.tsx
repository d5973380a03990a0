import './option-line.css';

/** An option in the list: its label, and its hint dimmed on the right. */
export const OptionLine = ({ label, hint }: { label?: string; hint?: string }) => (
  <span className="form-option">
    <span>{label}</span>
    {hint !== undefined && <span className="form-option-hint">{hint}</span>}
  </span>
);
