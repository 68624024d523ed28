import { runOnServer } from './on-server'

runOnServer(0)
