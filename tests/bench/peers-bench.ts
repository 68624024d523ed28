/** Runs the peers' own bench with the console as one of its subjects, and reads what it found. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The short set: the floor, the peers that lead in some figure, and ours (subject.mjs). */
const SUBJECTS = ['vanilla', 'tanstack', 'ag-grid', 'antd', 'react-admin', 'ours'] as const
const RESULTS = 'pitboss'

/** What the bench's report makes of the runs of one subject: medians; milliseconds, megabytes. INP is over all keys of all runs. */
export interface TableFigures {
  /** Clicks: by text, reversed, by number. */
  sort1: number
  sort2: number
  sort3: number
  inp75: number
  inpMax: number
  /** Last key to right rows. */
  result: number
  /** Frames a second while the list is scrolled from end to end, and the share of frames without rows, percent. */
  fps: number
  blank: number
  liveDropped: number
  liveLong: number
  liveLag: number
  heap: number
}
export interface TableSubject {
  id: string
  name: string
  figures: TableFigures
}

export interface PeersTables {
  ours: TableSubject
  floor: TableSubject
  /** Paged: the whole list cannot be scrolled. */
  peers: (TableSubject & { paged: boolean })[]
}

interface Summary {
  id: string
  name: string
  paged?: number
  floor?: boolean
  n: Record<number, Partial<TableFigures> & { runs: number; wrong: number; errors: number; missed: number }>
}

/** @throws where it ends with an error */
function run(folder: string, args: readonly string[], say: (line: string) => void): Promise<void> {
  const child = spawn(process.execPath, ['runner/bench.mjs', ...args], {
    cwd: folder,
    env: { ...process.env, SUBJECT: join(import.meta.dirname, 'subject.mjs') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  createInterface(child.stderr).on('line', say)
  return new Promise((done, failed) => {
    child.once('exit', (code) => {
      process.off('exit', kill)
      if (code === 0) done()
      else failed(new Error(`the peers' bench ended with ${code}`))
    })
  })
}

/** @throws where a run failed, showed a wrong row, threw, or did not come to its end: what is wrong is not fast */
function subjectOf({ id, name, n }: Summary, { rows, rounds }: { rows: number; rounds: number }): TableSubject {
  const { runs, wrong, errors, missed, ...figures } = n[rows]!
  if (runs < rounds || wrong + errors + missed > 0)
    throw new Error(
      `${name}: ${runs} of ${rounds} runs, ${wrong} with wrong rows, ${errors} with errors, ${missed} that never ended`,
    )
  return { id, name, figures: figures as TableFigures }
}

/** @param folder of a built copy of the peers' bench */
export async function runPeersBench(
  folder: string,
  options: { rows: number; rounds: number },
  say: (line: string) => void,
): Promise<PeersTables> {
  const at = resolve(folder)
  if (!existsSync(join(at, 'dist/tanstack/index.html')))
    throw new Error(`${folder} is not built: npm install && npm run build there`)
  await run(
    at,
    [
      `--only=${SUBJECTS.join()}`,
      `--sizes=${options.rows}`,
      `--runs=${options.rounds}`,
      '--skip=heap,socket,shell',
      `--out=${RESULTS}`,
    ],
    say,
  )
  const { summarise } = (await import(pathToFileURL(join(at, 'runner/report.mjs')).href)) as {
    summarise: (results: unknown) => Summary[]
  }
  const summaries = summarise(JSON.parse(readFileSync(join(at, `results/${RESULTS}.json`), 'utf8')))
  const [ours, floor] = [summaries.find(({ id }) => id === 'ours'), summaries.find((each) => each.floor)]
  if (!ours || !floor) throw new Error("the peers' bench measured neither ours nor a floor")
  const peers = summaries.filter((each) => each !== ours && each !== floor)
  return {
    ours: subjectOf(ours, options),
    floor: subjectOf(floor, options),
    peers: peers.map((each) => ({ ...subjectOf(each, options), paged: each.paged !== undefined })),
  }
}
