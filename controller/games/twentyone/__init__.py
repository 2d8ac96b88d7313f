"""What the games of the blackjack family share: totals and hands, the deal, insurance and the peek,
decisions in their order, the dealer's drawing rule. What one chapter says alone is in its folder.
"""
