export { type Boardwalk, type BoardwalkOptions, createBoardwalk, type JobCreate } from './client.ts'
