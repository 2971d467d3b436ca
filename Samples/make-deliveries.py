#!/usr/bin/env python3
"""Writes deliveries.csv: parcels in the town that make-town.py makes, none of which exists. Run it in Samples/; it needs Python
alone. The numbers are those of a generator written here, so that every version of Python makes the same file."""

STATE = 20_260_401


def chance():
    """A number from 0 to 1, by the minimal standard generator of Park and Miller."""
    global STATE
    STATE = STATE * 48_271 % 2_147_483_647
    return STATE / 2_147_483_647


def spread(middle, width):
    """A number about the middle: the sum of four chances is nearly normal."""
    return middle + width * (sum(chance() for _ in range(4)) - 2)


QUARTERS = [((0.004, -0.011), 0.007, 90), ((-0.012, 0.004), 0.006, 60), ((0.013, 0.006), 0.006, 50)]
rows = [(at, reach) for at, reach, count in QUARTERS for _ in range(count)]
with open("deliveries.csv", "w") as file:
    file.write("id,lon,lat,status,minutes,day\n")
    for number, ((x, y), reach) in enumerate(rows, 1):
        share = chance()
        status = "delivered" if share < 0.72 else "late" if share < 0.9 else "returned"
        minutes = round(spread(24 if status == "delivered" else 55, 12))
        day = 1 + int(chance() * 28)
        file.write(f"d{number},{spread(x, reach):.5f},{spread(y, reach):.5f},{status},{minutes},2026-04-{day:02}\n")
