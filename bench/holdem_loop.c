/* Hold'em after the flop, counted plainly: every turn and river, every hand of 45 to 47 cards valued and sorted, wins and
   ties read off prefix counts less the hands that share a card. What an option gains is in arrays; no rule is here. */
#include <stdint.h>

typedef int64_t i64;
typedef struct { int value, first, second; } Hand;

static void sort_by_digit(const Hand *from, Hand *to, int number, int shift) {
    int starts[129] = {0};
    for (int i = 0; i < number; i++) starts[(from[i].value >> shift & 127) + 1]++;
    for (int i = 0; i < 128; i++) starts[i + 1] += starts[i];
    for (int i = 0; i < number; i++) to[starts[from[i].value >> shift & 127]++] = from[i];
}

static int value_of(i64 key, i64 bits, const uint16_t *low, const uint16_t *high, const int16_t *mixed,
                    const int16_t *suited) {
    int value = mixed[low[key & 0xFFFFF] + high[(key >> 20) & 0xFFFFF]];
    if (key & (0x8888LL << 40))
        for (int suit = 0; suit < 4; suit++) {
            int flush = suited[(bits >> (13 * suit)) & 8191];
            if (flush > value) value = flush;
        }
    return value;
}

/* worth[0]: the best way at the end, worth[1]: the bet after the flop, by [card, card], summed over turn and river. */
void after_flop(const i64 *flop, i64 start, const i64 *keys, const uint16_t *low, const uint16_t *high,
                const int16_t *mixed, const int16_t *suited, int floor, const uint8_t *step_of, int steps,
                const i64 *last, int ways, const i64 *bet, i64 *worth) {
    static Hand hands[1081], other[1081];
    i64 flop_bits = 1LL << flop[0] | 1LL << flop[1] | 1LL << flop[2];
    for (int turn = 0; turn < 52; turn++)
        for (int river = turn + 1; river < 52; river++) {
            i64 two = 1LL << turn | 1LL << river, bits = flop_bits | two;
            if (flop_bits & two) continue;
            i64 key = start + keys[flop[0]] + keys[flop[1]] + keys[flop[2]] + keys[turn] + keys[river];
            int number = 0;
            for (int a = 0; a < 52; a++)
                for (int b = a + 1; b < 52; b++)
                    if (!(bits & (1LL << a | 1LL << b))) {
                        int value = value_of(key + keys[a] + keys[b], bits | 1LL << a | 1LL << b, low, high, mixed, suited);
                        hands[number++] = (Hand){value, a, b};
                    }
            sort_by_digit(hands, other, number, 0);
            sort_by_digit(other, hands, number, 7);
            int low_hands = 0, low_with[52] = {0}, worse_with[52] = {0};
            for (int i = 0; i < number && hands[i].value < floor; i++) {
                low_hands++;
                low_with[hands[i].first]++;
                low_with[hands[i].second]++;
            }
            for (int begin = 0, end; begin < number; begin = end) {
                int equal_with[52] = {0};
                for (end = begin; end < number && hands[end].value == hands[begin].value; end++) {
                    equal_with[hands[end].first]++;
                    equal_with[hands[end].second]++;
                }
                for (int i = begin; i < end; i++) {
                    int a = hands[i].first, b = hands[i].second, is_low = hands[i].value < floor;
                    int worse = begin - worse_with[a] - worse_with[b];
                    int equal = end - begin - equal_with[a] - equal_with[b] + 1;
                    int unfit = low_hands - low_with[a] - low_with[b] + is_low;
                    i64 met[6] = {unfit, worse - unfit, 0, equal, 0, 990 - worse - equal};
                    if (is_low) {
                        met[0] = worse, met[1] = 0, met[2] = equal, met[3] = 0;
                        met[4] = unfit - worse - equal, met[5] = 990 - unfit;
                    }
                    int step = step_of[hands[i].value];
                    i64 best = INT64_MIN, gain;
                    for (int way = 0; way < ways; way++) {
                        gain = 0;
                        for (int k = 0; k < 6; k++) gain += met[k] * last[(way * steps + step) * 6 + k];
                        if (gain > best) best = gain;
                    }
                    gain = 0;
                    for (int k = 0; k < 6; k++) gain += met[k] * bet[step * 6 + k];
                    worth[52 * a + b] += best;
                    worth[52 * 52 + 52 * a + b] += gain;
                }
                for (int i = begin; i < end; i++) {
                    worse_with[hands[i].first]++;
                    worse_with[hands[i].second]++;
                }
            }
        }
}
