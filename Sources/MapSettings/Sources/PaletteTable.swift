extension Palette {
  /// The palettes: name, kind, source and colors.
  ///
  /// ColorBrewer's have five classes, those of matplotlib, Google and Crameri are taken at even steps of their 256 colors.
  static let table = """
    okabe-ito categories okabe 0072b2 e69f00 009e73 d55e00 56b4e9 cc79a7 f0e442 000000
    muted categories tol 332288 cc6677 117733 ddcc77 88ccee 882255 44aa99 999933
    tab10 categories tableau 1f77b4 ff7f0e 2ca02c d62728 9467bd 8c564b e377c2 7f7f7f bcbd22 17becf
    accent categories brewer 7fc97f beaed4 fdc086 ffff99 386cb0 f0027f bf5b17 666666
    dark2 categories brewer 1b9e77 d95f02 7570b3 e7298a 66a61e e6ab02 a6761d 666666
    paired categories brewer a6cee3 1f78b4 b2df8a 33a02c fb9a99 e31a1c fdbf6f ff7f00 cab2d6 6a3d9a ffff99 b15928
    pastel1 categories brewer fbb4ae b3cde3 ccebc5 decbe4 fed9a6 ffffcc e5d8bd fddaec f2f2f2
    pastel2 categories brewer b3e2cd fdcdac cbd5e8 f4cae4 e6f5c9 fff2ae f1e2cc cccccc
    set1 categories brewer e41a1c 377eb8 4daf4a 984ea3 ff7f00 ffff33 a65628 f781bf 999999
    set2 categories brewer 66c2a5 fc8d62 8da0cb e78ac3 a6d854 ffd92f e5c494 b3b3b3
    set3 categories brewer 8dd3c7 ffffb3 bebada fb8072 80b1d3 fdb462 b3de69 fccde5 d9d9d9 bc80bd ccebc5 ffed6f
    sunset darkening ours f9b233 ee7550 c43f7c 7f2a9e 3a1583
    greys darkening ours f0f0f0 c8c8c8 969696 5e5e5e 252525
    blues darkening brewer eff3ff bdd7e7 6baed6 3182bd 08519c
    greens darkening brewer edf8e9 bae4b3 74c476 31a354 006d2c
    oranges darkening brewer feedde fdbe85 fd8d3c e6550d a63603
    purples darkening brewer f2f0f7 cbc9e2 9e9ac8 756bb1 54278f
    reds darkening brewer fee5d9 fcae91 fb6a4a de2d26 a50f15
    bugn darkening brewer edf8fb b2e2e2 66c2a4 2ca25f 006d2c
    bupu darkening brewer edf8fb b3cde3 8c96c6 8856a7 810f7c
    gnbu darkening brewer f0f9e8 bae4bc 7bccc4 43a2ca 0868ac
    orrd darkening brewer fef0d9 fdcc8a fc8d59 e34a33 b30000
    pubu darkening brewer f1eef6 bdc9e1 74a9cf 2b8cbe 045a8d
    pubugn darkening brewer f6eff7 bdc9e1 67a9cf 1c9099 016c59
    purd darkening brewer f1eef6 d7b5d8 df65b0 dd1c77 980043
    rdpu darkening brewer feebe2 fbb4b9 f768a1 c51b8a 7a0177
    ylgn darkening brewer ffffcc c2e699 78c679 31a354 006837
    ylgnbu darkening brewer ffffcc a1dab4 41b6c4 2c7fb8 253494
    ylorbr darkening brewer ffffd4 fed98e fe9929 d95f0e 993404
    ylorrd darkening brewer ffffb2 fecc5c fd8d3c f03b20 bd0026
    viridis ramp matplotlib 440154 472d7b 3b528b 2c728e 21918c 28ae80 5ec962 addc30 fde725
    magma ramp matplotlib 000004 1d1147 51127c 832681 b73779 e75263 fc8961 fec488 fcfdbf
    plasma ramp matplotlib 0d0887 4c02a1 7e03a8 aa2395 cc4778 e66c5c f89540 fdc527 f0f921
    inferno ramp matplotlib 000004 210c4a 57106e 8a226a bc3754 e45a31 f98e09 f9cb35 fcffa4
    cividis ramp matplotlib 00224e 1a386f 434e6c 61656f 7d7c78 9b9476 bcae6c dec958 fee838
    turbo ramp google 30123b 434eba 4685fa 28bceb 1ae4b6 55fa76 a4fc3c d9e436 faba39 fb7e21 e4450a b91e02 7a0403
    batlow ramp crameri 011959 0f3c5f 185562 30685c 577647 828231 b38e2f e19752 fba689 fdb9c2 faccfa
    vik middle crameri 001261 02397a 116496 5496b7 a7c9da ece5e0 e1b8a0 cc875f b75a26 852206 590008
    blue-red middle brewer 0571b0 92c5de f7f7f7 f4a582 ca0020
    brbg middle brewer a6611a dfc27d f5f5f5 80cdc1 018571
    piyg middle brewer d01c8b f1b6da f7f7f7 b8e186 4dac26
    prgn middle brewer 7b3294 c2a5cf f7f7f7 a6dba0 008837
    puor middle brewer e66101 fdb863 f7f7f7 b2abd2 5e3c99
    rdbu middle brewer ca0020 f4a582 f7f7f7 92c5de 0571b0
    rdgy middle brewer ca0020 f4a582 ffffff bababa 404040
    rdylbu middle brewer d7191c fdae61 ffffbf abd9e9 2c7bb6
    rdylgn middle brewer d7191c fdae61 ffffbf a6d96a 1a9641
    spectral middle brewer d7191c fdae61 ffffbf abdda4 2b83ba
    """
}
