import { Writable } from 'node:stream'
import { pino, type Logger } from 'pino'

/** @returns a log for a platform, and its lines so far, each as JSON */
export function collectedLog(): { log: Logger; lines: string[] } {
  const lines: string[] = []
  const collector = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: pino({ level: 'info' }, collector), lines }
}
