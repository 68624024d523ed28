/** `npm run dev`: the API with reload on port 4000, and the console with hot reload on port 4001, which forwards /api. */
import { spawn, type ChildProcess } from 'node:child_process'

const commands: [string, string[]][] = [
  ['tsx', ['watch', '--clear-screen=false', 'server/main.ts']],
  ['vite', ['--clearScreen', 'false']],
]
const children: ChildProcess[] = commands.map(([command, args]) =>
  spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }),
)

/** Where one process ends, the other is stopped too. */
const stop = (code: number | null) => {
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code ?? 0
}
for (const child of children) child.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
console.log('Console with hot reload: http://localhost:4001')
