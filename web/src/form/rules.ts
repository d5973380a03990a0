// The contract's rules as rules of the UI kit's form.
import type { Rule } from '@kuwei/contract/rule';
import { say } from '../phrase/phrases.ts';

interface FieldRules {
  /** Validated on change and on blur. */
  validateTrigger: ['onBlur', 'onChange'];
  validateFirst: true;
  required: boolean;
  rules: { validator: (_: unknown, value: unknown) => Promise<void> }[];
}

/** Props for a form item: `<Form.Item name="email" {...fieldRules(required(), email)}>`. */
export const fieldRules = (...rules: readonly Rule[]): FieldRules => ({
  validateTrigger: ['onBlur', 'onChange'],
  validateFirst: true,
  required: rules.some((rule) => rule('') !== undefined),
  rules: rules.map((rule) => ({
    validator: async (_, value) => {
      const refusal = rule(value);
      if (refusal) throw new Error(say(refusal.key, refusal.params));
    },
  })),
});
