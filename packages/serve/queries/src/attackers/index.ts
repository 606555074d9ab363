export { keepAttackerRanking, rankAttackers } from './rank-attackers.js';
export { readAttacker } from './read-attacker.js';
