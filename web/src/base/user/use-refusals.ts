import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../api/error.ts';

/**
 * Sends a form of the account: what is refused stands at its field, everything else below the form.
 * @returns `send`, which says whether it went well, and what was refused of the whole
 */
export function useRefusals<Values extends object>(form: FormInstance<Values>) {
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = error.fields.map(({ path, message }) => ({ name: path, errors: [message] }));
      form.setFields(refused as unknown as Parameters<FormInstance<Values>['setFields']>[0]);
      const [first] = refused;
      if (first) form.getFieldInstance(first.name)?.focus?.();
      else setProblem(error.message);
      return false;
    }
  };
  return { send, problem };
}
