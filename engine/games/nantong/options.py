"""Table options of Nantong changpai (section F of the sheet)."""

from dataclasses import dataclass

from ...options import Options, option


@dataclass(frozen=True)
class NantongOptions(Options):
    """NT-O1 to NT-O6."""

    tianhu_is_zimo: bool = option(True, "NT-O1")
    menpiao_minggang_breaks: bool = option(False, "NT-O2")
    menpiao_won_triplet_breaks: bool = option(True, "NT-O3")
    sanlao_for_losers: bool = option(False, "NT-O4")
    angang_visible: bool = option(True, "NT-O5")
    tianhu_after_replacement: bool = option(True, "NT-O6")
