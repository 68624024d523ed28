/** `npm run diagrams`: writes docs/statecharts from the machines. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { diagrams } from './diagrams'

const FOLDER = fileURLToPath(new URL('../../docs/statecharts', import.meta.url))

const files = await diagrams()
mkdirSync(FOLDER, { recursive: true })
for (const name of readdirSync(FOLDER)) if (!files.has(name)) rmSync(join(FOLDER, name))
for (const [name, text] of files) writeFileSync(join(FOLDER, name), text)
console.log(`${files.size} pages in docs/statecharts.`)
