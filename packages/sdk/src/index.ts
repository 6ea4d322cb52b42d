export { type Boardwalk, type BoardwalkOptions, createBoardwalk } from './client.ts'
