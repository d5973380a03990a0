// The sign-in by name and password, and the ways to the others.
import { LoginForm } from './LoginForm.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { OtherWays } from './OtherWays.tsx';
import { SecondStep } from './SecondStep.tsx';
import { useSignIn } from './use-sign-in.ts';

export default function LoginPage() {
  const signIn = useSignIn();
  return (
    <LoginFrame>
      {signIn.ticket === null ? (
        <>
          <LoginForm signIn={signIn} />
          <OtherWays here="password" />
        </>
      ) : (
        <SecondStep signIn={signIn} ticket={signIn.ticket} />
      )}
    </LoginFrame>
  );
}
